import './no-eval.ts';
import { z } from 'zod';

/** Longer lists are no cluster; a confirmation lists them completely. */
export const MAX_OTHER_NODES = 8;

/**
 * Another node of the server's cluster, at the address that reaches it from this computer, which can differ from the
 * one that the cluster uses itself. It gets the connection's credentials, so it is confirmed like the server.
 */
export const otherNode = z.object({
  tag: z.string().regex(/^[A-Z]{1,4}$/, 'expected one to four capital letters'),
  url: z.url({ protocol: /^https?$/ }).max(300),
});
export type OtherNode = z.infer<typeof otherNode>;

/** Two nodes are the same when tag and address are. */
export function nodeKey({ tag, url }: OtherNode): string {
  return JSON.stringify([tag, new URL(url).href]);
}
