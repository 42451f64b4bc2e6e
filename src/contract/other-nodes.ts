import './no-eval.ts';
import { z } from 'zod';
import { fingerprint } from './fingerprint.ts';

/** Longer lists are no cluster; a confirmation lists them completely. */
export const MAX_OTHER_NODES = 8;

export const nodeTag = z.string().regex(/^[A-Z]{1,4}$/, 'expected one to four capital letters');

/**
 * Another node of the server's cluster, at the address that reaches it from this computer, which can differ from the
 * one that the cluster uses itself. It gets the connection's credentials, so it is confirmed like the server.
 */
export const otherNode = z.object({
  tag: nodeTag,
  url: z.url({ protocol: /^https?$/ }).max(300),
  /** The only accepted certificate of this node. Absent: as for the server of the connection. */
  pinnedCertificate: fingerprint.optional(),
});
export type OtherNode = z.infer<typeof otherNode>;

/** Two nodes are the same when tag, address and pinned certificate are. */
export function nodeKey({ tag, url, pinnedCertificate }: OtherNode): string {
  return JSON.stringify([tag, new URL(url).href, pinnedCertificate ?? null]);
}
