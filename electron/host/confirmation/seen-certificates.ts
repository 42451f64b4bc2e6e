/** The certificates that servers presented in tests since the start: what a confirmation can say about a pin. */
import type { ServerCertificate } from '../../../src/contract/index.ts';
import { origin, type SeenCertificate } from './connection-texts.ts';

/** A page can test any number of addresses. */
const MAX_SEEN = 200;

export class SeenCertificates {
  private readonly byServer = new Map<string, ServerCertificate>();

  add(url: string, certificate: ServerCertificate): void {
    const key = keyOf(url, certificate.fingerprint);
    this.byServer.delete(key);
    this.byServer.set(key, certificate);
    for (const oldest of this.byServer.keys()) {
      if (this.byServer.size <= MAX_SEEN) break;
      this.byServer.delete(oldest);
    }
  }

  readonly find: SeenCertificate = (url, fingerprint) => this.byServer.get(keyOf(url, fingerprint));
}

function keyOf(url: string, fingerprint: string): string {
  return `${origin(url)} ${fingerprint}`;
}
