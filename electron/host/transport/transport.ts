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

/** A response that is read while it arrives. */
export interface StreamedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * For one reader; throws a PortError when the answer ends early. A slow reader slows the server. Leaving the loop
   * closes the connection.
   */
  readonly body: AsyncIterable<Buffer>;
}

/** A body that is sent while it is read. */
export interface UploadBody {
  /** In bytes. */
  readonly length: number;
  /** For one reader; left early when the server answers before the end. */
  readonly pieces: AsyncIterable<Buffer>;
}

/** The connection to one server. Any status is a response; a transport failure is a PortError. */
export interface Transport {
  request(request: JudgedRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Resolves when the status is known. The signal also ends the body. */
  stream(request: JudgedRequest, signal: AbortSignal): Promise<StreamedResponse>;
  /** Sends `body` as the body of the request. A slow server slows its reader; nothing is repeated. */
  upload(request: JudgedRequest, body: UploadBody, signal: AbortSignal): Promise<HttpResponse>;
  /** Opens `request.url` as a WebSocket. */
  openSocket(request: JudgedRequest, signal: AbortSignal): Promise<TransportSocket>;
  /** Cancels running requests. The transport is not used afterwards. */
  close(): Promise<void>;
}
