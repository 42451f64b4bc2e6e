/**
 * Connections to a server that is recognized by one pinned certificate, whoever issued it. The check runs when Node
 * would check the chain: at the end of the handshake, before any byte of a request is sent.
 */
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { fingerprintText, PortError, type ServerCertificate } from '../../../src/contract/index.ts';
import { presentedCertificate } from './server-certificate.ts';

export class PinnedAgent extends https.Agent {
  private readonly where: string;
  private readonly pinned: string;

  /** `where` is the address as shown to the user. */
  constructor(where: string, pinned: string, options: https.AgentOptions) {
    // A resumed TLS session would skip the certificate of the server.
    super({ ...options, rejectUnauthorized: false, maxCachedSessions: 0 });
    this.where = where;
    this.pinned = pinned;
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const socket = super.createConnection(options, callback);
    if (!(socket instanceof TLSSocket))
      throw new PortError({
        code: 'internal',
        message: 'The connection was not opened: this version of Node opens TLS in an unknown way.',
      });
    const { where, pinned } = this;
    return socket.prependOnceListener('secureConnect', () => {
      const presented = presentedCertificate(socket);
      if (presented?.fingerprint !== pinned)
        socket.destroy(new PortError({ code: 'certificate', message: pinText(where, pinned, presented) }));
    });
  }
}

/** Both fingerprints, and what to do. */
export function pinText(where: string, pinned: string, presented: ServerCertificate | undefined): string {
  const is =
    presented === undefined
      ? 'presented no certificate'
      : `presented another certificate than the pinned one: SHA-256 ${fingerprintText(presented.fingerprint)} for ${presented.subject}, issued by ${presented.issuer}`;
  return `${where} ${is}. Nothing was sent. Pinned is SHA-256 ${fingerprintText(pinned)}. If the administrator of the server renewed its certificate, compare the fingerprint with theirs, then use Test in the connection's settings and pin the new one. Otherwise another program may answer in the place of the server: do not connect.`;
}
