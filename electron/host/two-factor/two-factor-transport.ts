/** A server's transport with its two-factor session: a request that the server answers with 428 waits for the code. */
import { PortError, type ClientCertificate, type HttpResponse } from '../../../src/contract/index.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { HttpsTransport } from '../transport/https-transport.ts';
import type { StreamedResponse, Transport, TransportSocket, UploadBody } from '../transport/transport.ts';
import type { TwoFactorSession } from './two-factor-session.ts';

const CODE_REQUIRED = 428;
const MAX_REFUSAL_BYTES = 64 * 1024;

export class TwoFactorTransport implements Transport {
  readonly server: HttpsTransport;
  readonly session: TwoFactorSession;

  constructor(server: HttpsTransport, session: TwoFactorSession) {
    this.server = server;
    this.session = session;
  }

  request(request: JudgedRequest, signal: AbortSignal): Promise<HttpResponse> {
    return this.repeated(request, signal, async () => {
      const response = await this.server.request(request, signal);
      return response.status === CODE_REQUIRED ? undefined : response;
    });
  }

  stream(request: JudgedRequest, signal: AbortSignal): Promise<StreamedResponse> {
    return this.repeated(request, signal, async () => {
      const response = await this.server.stream(request, signal);
      if (response.status !== CODE_REQUIRED) return response;
      await discard(response.body);
      return undefined;
    });
  }

  /** Not repeated: the body was read. */
  async upload(request: JudgedRequest, body: UploadBody, signal: AbortSignal): Promise<HttpResponse> {
    const { generation } = this.session;
    const response = await this.server.upload(request, body, signal);
    if (response.status === CODE_REQUIRED) await this.session.refused(generation, false, signal);
    return response;
  }

  openSocket(request: JudgedRequest, signal: AbortSignal): Promise<TransportSocket> {
    return this.repeated(request, signal, async () => {
      try {
        return await this.server.openSocket(request, signal);
      } catch (thrown) {
        if (thrown instanceof PortError && thrown.code === 'two-factor') return undefined;
        throw thrown;
      }
    });
  }

  /** A two-factor session belongs to one certificate: it is forgotten here, and ends by itself on the server. */
  async changeCertificate(certificate: ClientCertificate): Promise<void> {
    const renewed = this.server.changeCertificate(certificate);
    this.session.certificateChanged();
    await renewed;
  }

  async close(): Promise<void> {
    this.session.close();
    await this.server.close();
  }

  /** Each repetition follows a sign-in by the user. Undefined: the server requires a code. */
  private async repeated<T>(
    request: JudgedRequest,
    signal: AbortSignal,
    attempt: () => Promise<T | undefined>,
  ): Promise<T> {
    for (;;) {
      const { generation } = this.session;
      const result = await attempt();
      if (result !== undefined) return result;
      await this.session.refused(generation, request.effect === 'read', signal);
    }
  }
}

/** Reads a short refusal to its end, so that its connection is closed properly. */
async function discard(body: AsyncIterable<Buffer>): Promise<void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_REFUSAL_BYTES) return;
  }
}
