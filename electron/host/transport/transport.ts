import type { HttpMethod, HttpResponse } from '../../../src/contract/index.ts';

export interface TransportRequest {
  readonly method: HttpMethod;
  /** From the root, percent-encoded, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly bodyEncoding?: 'base64' | undefined;
  readonly answerEncoding?: 'base64' | undefined;
  readonly timeoutMs?: number | undefined;
}

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
  request(request: TransportRequest, signal: AbortSignal): Promise<HttpResponse>;
  openSocket(path: string, signal: AbortSignal): Promise<TransportSocket>;
  /** Ends what is under way. The transport is not used afterwards. */
  close(): Promise<void>;
}
