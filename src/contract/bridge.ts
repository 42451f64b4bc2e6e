import './no-eval.ts';
import { z } from 'zod';

/**
 * What the preload script offers the window, and the messages it posts to it. A MessagePort cannot be handed over as a
 * value, so it travels with a `port` message; the window asks, the main process answers.
 */
export interface RookeryBridge {
  /** Asks for a port to the host. Answered by a `port` or a `no-port` message with the same number. */
  requestPort(request: number): void;
}

export const bridgeMessage = z.discriminatedUnion('rookery', [
  z.object({ rookery: z.literal('port'), request: z.number().int() }),
  z.object({ rookery: z.literal('no-port'), request: z.number().int(), message: z.string() }),
  /** The host process ended: ports handed out before this are dead. A new one may be asked for at once. */
  z.object({ rookery: z.literal('host-gone'), message: z.string() }),
]);
export type BridgeMessage = z.infer<typeof bridgeMessage>;
