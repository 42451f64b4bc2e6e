import type { HttpResponse } from '../../../src/contract/index.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';

export type SocketItem =
  | { readonly kind: 'text'; readonly text: string }
  /** The server said that it is there and has nothing to say. */
  | { readonly kind: 'heartbeat' };

export interface TransportSocket {
  /** For one reader; ends when the server closes, throws a PortError on failure. A slow reader slows the server. */
  readonly items: AsyncIterable<SocketItem>;
  send(text: string): Promise<void>;
  close(): void;
}

/** The connection to one server. Any status is a response; a transport failure is a PortError. */
export interface Transport {
  request(request: JudgedRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Opens `request.url` as a WebSocket. */
  openSocket(request: JudgedRequest, signal: AbortSignal): Promise<TransportSocket>;
  /** Cancels running requests. The transport is not used afterwards. */
  close(): Promise<void>;
}
