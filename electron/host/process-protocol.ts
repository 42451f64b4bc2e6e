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
  /** What a person answered in the dialog. */
  z.object({ kind: z.literal('confirmed'), id: z.number(), allowed: z.boolean() }),
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
  /** Show a dialog that asks for a confirmation. */
  z.object({
    kind: z.literal('confirm'),
    id: z.number(),
    text: z.object({ summary: z.string(), details: z.array(z.string()), allow: z.string() }),
  }),
  /** Nobody waits for that dialog any more: close it. */
  z.object({ kind: z.literal('confirm-over'), id: z.number() }),
]);
export type FromHost = z.infer<typeof fromHost>;
