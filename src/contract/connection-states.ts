import './no-eval.ts';
import { z } from 'zod';

/**
 * What the last check of a server found. A check sends one small GET and presents the stored certificate; it starts no
 * program and no SSH tunnel, and asks for no password or code.
 */
export const connectionCheck = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('reachable'),
    /** `code-needed`: the server requires a two-factor code. `refused`: it does not let this caller in. */
    access: z.enum(['granted', 'code-needed', 'refused']),
    /** As sent by the server; absent when it reports its version only to known clients. */
    version: z.string().optional(),
    /** Time of the check. */
    ms: z.number(),
    /** Epoch ms. */
    at: z.number(),
  }),
  z.object({
    state: z.literal('unreachable'),
    /** What happened and what to do. */
    message: z.string(),
    /** Checks without an answer since the last one with it. */
    failures: z.number().int(),
    at: z.number(),
    /** When the host checks again; the pause grows with each failure. Epoch ms. */
    nextAt: z.number(),
  }),
  z.object({
    state: z.literal('not-checked'),
    /** What a check would start or ask for. */
    reason: z.enum(['password', 'program', 'ssh', 'certificate']),
  }),
]);
export type ConnectionCheck = z.infer<typeof connectionCheck>;

/** The state of one server; null while its first check is waiting or running. */
export const connectionState = z.object({ id: z.string(), check: connectionCheck.nullable() });
export type ConnectionState = z.infer<typeof connectionState>;
