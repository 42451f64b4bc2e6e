import './no-eval.ts';
import { z } from 'zod';
import { nodeTag, otherNode } from './other-nodes.ts';

/**
 * Who is let in by a code: only this connection (the host holds a session cookie), or every client that presents the
 * same certificate.
 */
export const twoFactorScope = z.enum(['connection', 'certificate']);
export type TwoFactorScope = z.infer<typeof twoFactorScope>;

/** Each node has sessions of its own. Absent: the server of the connection. */
const node = otherNode.pick({ tag: true, url: true }).optional();

/** The two-factor session of a connection. The cookie stays in the host. */
export const twoFactorState = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('code-needed'),
    node,
    /** Reads wait for the code, so the dialog opens by itself. */
    waiting: z.boolean(),
    /** A session was there before; otherwise this is the first code. */
    ended: z.boolean(),
  }),
  z.object({
    state: z.literal('signed-in'),
    node,
    scope: twoFactorScope,
    /** Epoch ms. */
    until: z.number(),
  }),
]);
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** What the server allows; null where it does not say. */
export const twoFactorLimits = z.object({
  defaultMinutes: z.number().int().positive().nullable(),
  maximumMinutes: z.number().int().positive().nullable(),
});
export type TwoFactorLimits = z.infer<typeof twoFactorLimits>;

/** A connection, or another node of it by its tag. */
export const twoFactorTarget = z.object({ id: z.string(), node: nodeTag.optional() });

export const signInRequest = twoFactorTarget.extend({
  /** As typed: `123 456` is accepted. */
  code: z.string().max(32),
  minutes: z.number().int().positive().max(10_000_000),
  scope: twoFactorScope,
});
