import './no-eval.ts';
import { z } from 'zod';
import { MAX_APP_LINK_CHARACTERS } from './app-links.ts';

/**
 * The API that the preload script exposes to the window, and the messages it posts. A MessagePort cannot be passed
 * as a value, so it is transferred with a `port` message; the window requests it, the main process responds.
 */
export interface RookeryBridge {
  /** Requests a port to the host. The response is a `port` or a `no-port` message with the same number. */
  requestPort(request: number): void;
}

export const bridgeMessage = z.discriminatedUnion('rookery', [
  z.object({ rookery: z.literal('port'), request: z.number().int() }),
  z.object({ rookery: z.literal('no-port'), request: z.number().int(), message: z.string() }),
  /** The host process ended: earlier ports are closed. A new one can be requested immediately. */
  z.object({ rookery: z.literal('host-gone'), message: z.string() }),
  /** The system was asked to open a `rookery://` link, which nobody has read yet. */
  z.object({ rookery: z.literal('open-link'), link: z.string().max(MAX_APP_LINK_CHARACTERS) }),
  /** The command line named a server: its origin. */
  z.object({ rookery: z.literal('open-server'), url: z.string() }),
  /** The command line named a file: its name, and the address at which the window reads it, once. */
  z.object({ rookery: z.literal('open-file'), name: z.string(), address: z.string() }),
]);
export type BridgeMessage = z.infer<typeof bridgeMessage>;
