/** Reads the certificate that a server presented in a handshake. Its texts are from the server. */
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { ServerCertificate } from '../../../src/contract/index.ts';

const MAX_NAME = 300;

/** Undefined without a certificate: no handshake, or a resumed one. */
export function presentedCertificate(socket: TLSSocket): ServerCertificate | undefined {
  const peer = peerOf(socket);
  if (peer?.fingerprint256 === undefined) return undefined;
  return {
    subject: nameText(peer.subject),
    issuer: nameText(peer.issuer),
    fingerprint: peer.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: time(peer.valid_from),
    notAfter: time(peer.valid_to),
  };
}

/** Node returns an empty object without a certificate, and null for a closed socket; its types know neither. */
function peerOf(socket: TLSSocket): Partial<PeerCertificate> | null {
  return socket.getPeerCertificate();
}

/** `CN=localhost, O=Example`. */
function nameText(name: NodeJS.Dict<string | string[]> | undefined): string {
  const parts = Object.entries(name ?? {}).map(([key, value]) => `${key}=${[value].flat().join('+')}`);
  return parts.length === 0 ? '(no name)' : parts.join(', ').slice(0, MAX_NAME);
}

/** Zero where the server sent no readable date: JSON has no NaN. */
function time(text: string | undefined): number {
  const parsed = Date.parse(text ?? '');
  return Number.isNaN(parsed) ? 0 : parsed;
}
