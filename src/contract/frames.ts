import './no-eval.ts';
import { z } from 'zod';
import { portErrorBody } from './errors.ts';

const id = z.number().int().nonnegative();

/** What the UI side sends. Payloads are parsed by the call's or stream's own schema afterwards. */
export const clientFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('hello'), version: z.number().int() }),
  z.object({ t: z.literal('call'), id, name: z.string(), payload: z.unknown() }),
  z.object({
    t: z.literal('open'),
    id,
    name: z.string(),
    payload: z.unknown(),
    credit: z.number().int().positive(),
  }),
  /** The reader took items: the host may send that many more. */
  z.object({ t: z.literal('credit'), id, credit: z.number().int().positive() }),
  z.object({ t: z.literal('cancel'), id }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** What the host side sends. */
export const hostFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('hello'), version: z.number().int() }),
  z.object({ t: z.literal('result'), id, payload: z.unknown() }),
  z.object({ t: z.literal('item'), id, payload: z.unknown() }),
  z.object({ t: z.literal('end'), id }),
  z.object({ t: z.literal('error'), id, error: portErrorBody }),
]);
export type HostFrame = z.infer<typeof hostFrame>;
