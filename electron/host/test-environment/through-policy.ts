/** A transport for tests that send requests like a page: each is judged with full access first. */
import type { HttpResponse } from '../../../src/contract/index.ts';
import { decide, type RequestToJudge } from '../policy/decide.ts';
import { allowedOrThrow } from '../policy/judge-for.ts';
import type { StreamedResponse, Transport, TransportSocket } from '../transport/transport.ts';

export interface TestTransport {
  request(request: RequestToJudge, signal: AbortSignal): Promise<HttpResponse>;
  stream(request: RequestToJudge, signal: AbortSignal): Promise<StreamedResponse>;
  openSocket(path: string, signal: AbortSignal): Promise<TransportSocket>;
  close(): Promise<void>;
}

export function throughPolicy(transport: Transport, url: string): TestTransport {
  const base = new URL(url);
  const judged = (request: RequestToJudge, channel: 'request' | 'socket') =>
    allowedOrThrow('Test', decide('full', base, request, channel));
  return {
    request: async (request, signal) => transport.request(judged(request, 'request'), signal),
    stream: async (request, signal) => transport.stream(judged(request, 'request'), signal),
    openSocket: async (path, signal) =>
      transport.openSocket(judged({ method: 'GET', path }, 'socket'), signal),
    close: () => transport.close(),
  };
}
