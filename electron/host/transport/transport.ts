import type { HttpResponse } from '../../../src/contract/index.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';

export type SocketItem =
  | { readonly kind: 'text'; readonly text: string }
  /** The server said that it is there and has nothing to say. */
  | { readonly kind: 'heartbeat' };

export interface TransportSocket {
  /** For one reader; ends when the server closes, throws a PortError when it breaks. A slow reader slows the server. */
  readonly items: AsyncIterable<SocketItem>;
  send(text: string): Promise<void>;
  close(): void;
}

/** A way to one server. Any status is an answer; what fails on the way is a PortError. */
export interface Transport {
  request(request: JudgedRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Opens `request.url` as a WebSocket. */
  openSocket(request: JudgedRequest, signal: AbortSignal): Promise<TransportSocket>;
  /** Ends what is under way. The transport is not used afterwards. */
  close(): Promise<void>;
}
