/** What the main process and the host's process say to each other, besides the ports. Both sides check it. */
import { z } from 'zod';
import { portErrorBody } from '../../src/contract/index.ts';

/** First message, from main: how to make the host. */
export const startHost = z.object({
  kind: z.literal('start'),
  dataFolder: z.string(),
  addonPath: z.string(),
  stackcapPath: z.string(),
  version: z.string(),
  debug: z.boolean(),
});

export const toHost = z.discriminatedUnion('kind', [
  startHost,
  /** A window's port travels with it. */
  z.object({ kind: z.literal('port') }),
  z.object({ kind: z.literal('chosen'), id: z.number(), path: z.string().nullable() }),
  /** Close the sandbox and exit. */
  z.object({ kind: z.literal('stop') }),
]);
export type ToHost = z.infer<typeof toHost>;

export const fromHost = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** It could not be made; the process exits after it. */
  z.object({ kind: z.literal('failed'), error: portErrorBody }),
  z.object({
    kind: z.literal('choose'),
    id: z.number(),
    title: z.string(),
    extensions: z.array(z.string()).optional(),
  }),
]);
export type FromHost = z.infer<typeof fromHost>;
