/** Messages between the main process and the host process, apart from the ports. Both sides validate them. */
import { z } from 'zod';
import { exportFormat, passwordStorage, portErrorBody } from '../../src/contract/index.ts';

/** First message, from main: the options of the host. */
export const startHost = z.object({
  kind: z.literal('start'),
  dataFolder: z.string(),
  addonPath: z.string(),
  stackcapPath: z.string(),
  version: z.string(),
  debug: z.boolean(),
});

/** What the host asks of the keychain; only the main process can use it. */
export const keychainRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storage') }),
  z.object({ kind: z.literal('protect'), text: z.string() }),
  z.object({ kind: z.literal('reveal'), ciphertext: z.string() }),
]);
export type KeychainRequest = z.infer<typeof keychainRequest>;

export const keychainAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storage'), storage: passwordStorage }),
  /** The ciphertext, or the revealed text. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** Why it failed: the end of a sentence. */
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
export type KeychainAnswer = z.infer<typeof keychainAnswer>;

export const toHost = z.discriminatedUnion('kind', [
  startHost,
  /** Transfers a window's port. */
  z.object({ kind: z.literal('port') }),
  z.object({ kind: z.literal('chosen'), id: z.number(), path: z.string().nullable() }),
  /** The user's answer in the dialog. */
  z.object({ kind: z.literal('confirmed'), id: z.number(), allowed: z.boolean() }),
  z.object({ kind: z.literal('keychain-answer'), id: z.number(), answer: keychainAnswer }),
  /** Close the sandbox and exit. */
  z.object({ kind: z.literal('stop') }),
]);
export type ToHost = z.infer<typeof toHost>;

export const fromHost = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** The host could not be created; the process exits afterwards. */
  z.object({ kind: z.literal('failed'), error: portErrorBody }),
  z.object({
    kind: z.literal('choose'),
    id: z.number(),
    title: z.string(),
    extensions: z.array(z.string()).optional(),
    folder: z.literal(true).optional(),
  }),
  /** Show the save dialog. */
  z.object({
    kind: z.literal('choose-target'),
    id: z.number(),
    name: z.string(),
    format: z.enum([...exportFormat.options, 'ravendbdump', 'zip', 'rookery', 'speedscope.json']),
  }),
  /** Show a confirmation dialog. */
  z.object({
    kind: z.literal('confirm'),
    id: z.number(),
    text: z.object({ summary: z.string(), details: z.array(z.string()), allow: z.string() }),
  }),
  /** The dialog is no longer needed: close it. */
  z.object({ kind: z.literal('confirm-over'), id: z.number() }),
  z.object({ kind: z.literal('keychain'), id: z.number(), request: keychainRequest }),
  /** What closing the program would end. */
  z.object({ kind: z.literal('recordings'), recording: z.number(), planned: z.number() }),
]);
export type FromHost = z.infer<typeof fromHost>;
