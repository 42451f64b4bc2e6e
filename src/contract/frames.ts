import './no-eval.ts';
import { z } from 'zod';
import { portErrorBody } from './errors.ts';

const id = z.number().int().nonnegative();

/** Frames sent by the UI. The schema of the call or stream parses payloads afterwards. */
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
  /** The reader consumed items: the host may send that many more. */
  z.object({ t: z.literal('credit'), id, credit: z.number().int().positive() }),
  z.object({ t: z.literal('cancel'), id }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** Frames sent by the host. */
export const hostFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('hello'), version: z.number().int() }),
  z.object({ t: z.literal('result'), id, payload: z.unknown() }),
  z.object({ t: z.literal('item'), id, payload: z.unknown() }),
  z.object({ t: z.literal('end'), id }),
  z.object({ t: z.literal('error'), id, error: portErrorBody }),
]);
export type HostFrame = z.infer<typeof hostFrame>;
