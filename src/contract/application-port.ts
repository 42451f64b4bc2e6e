import './no-eval.ts';
import { z } from 'zod';
import { nothing } from './nothing.ts';

/** The sandbox on a port of the loopback address, for applications on this computer. */
export const applicationPort = z.object({
  /** Of HTTP, for the clients of applications. */
  url: z.string(),
  /** Of the workers of subscriptions; clients learn it from the server. */
  tcpPort: z.number().int(),
  /** Connections that are open now, on both ports. */
  connections: z.number().int(),
});
export type ApplicationPort = z.infer<typeof applicationPort>;

const state = z.object({
  /** Null: no port is open. */
  open: applicationPort.nullable(),
});

export const applicationPortCalls = {
  'applicationPort.load': { request: nothing, response: state },
  /** Waits for a confirmation outside of the page. 0: any free port. While a port is open it stays as it is. */
  'applicationPort.open': {
    request: z.object({ port: z.number().int().min(0).max(65_535) }),
    response: state,
  },
  /** Applications are disconnected; their running requests have a few seconds. */
  'applicationPort.close': { request: nothing, response: state },
} as const satisfies Record<string, { request: z.ZodType; response: z.ZodType }>;
