/** Converts Node's connection errors to actionable messages. */
import { PortError, type ErrorCode } from '../../../src/contract/index.ts';

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

/** `where` is the address as shown to the user, e.g. `https://live.example:8080`. */
export function networkError(thrown: unknown, where: string): PortError {
  if (thrown instanceof PortError) return thrown;
  const { code, text } = describe(thrown);
  return new PortError({ ...explain(code, text, where), detail: text });
}

/** Happy eyeballs report one error for all addresses: the first cause is used. */
function describe(thrown: unknown): { code: string; text: string } {
  if (!(thrown instanceof Error)) return { code: '', text: String(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (thrown instanceof AggregateError && thrown.errors.length > 0) {
    const parts = thrown.errors.map(describe);
    return { code: code || (parts[0]?.code ?? ''), text: parts.map((part) => part.text).join('; ') };
  }
  return {
    code,
    text: code === '' || thrown.message.includes(code) ? thrown.message : `${code}: ${thrown.message}`,
  };
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
]);

function explain(code: string, text: string, where: string): Explanation {
  const fixed = (errorCode: ErrorCode, message: string): Explanation => ({
    code: errorCode,
    message,
    retryable: false,
  });
  const passing = (errorCode: ErrorCode, message: string): Explanation => ({
    code: errorCode,
    message,
    retryable: true,
  });

  switch (code) {
    case 'ENOTFOUND':
      return passing('dns', `The host name in ${where} is unknown. Check its spelling and the network.`);
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return passing(
        'dns',
        `The host name in ${where} could not be resolved: the DNS server did not respond.`,
      );
    case 'ECONNREFUSED':
      return passing(
        'refused',
        `Nothing listens at ${where}. Check that the server is running and the port is right.`,
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'ENETDOWN':
      return passing('unreachable', `${where} cannot be reached from this network. Check the VPN or tunnel.`);
    case 'ETIMEDOUT':
      return passing('timeout', `${where} did not respond in time.`);
    case 'CERT_HAS_EXPIRED':
      return fixed('certificate', `The certificate of ${where} has expired. Renew it on the server.`);
    case 'CERT_NOT_YET_VALID':
      return fixed(
        'certificate',
        `The certificate of ${where} is not valid yet. Check the clocks of the server and of this computer.`,
      );
    case 'CERT_REVOKED':
      return fixed('certificate', `The certificate of ${where} has been revoked.`);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return fixed(
        'certificate',
        `The certificate of ${where} is for another host name. Use that name as the address.`,
      );
  }
  if (untrusted.has(code))
    return fixed(
      'certificate',
      `The certificate of ${where} is not signed by a trusted CA. If it is your own, add the CA certificate (PEM file) to the connection, or use Test there and pin this certificate.`,
    );
  return explainTls(code, text, where, fixed) ?? explainHttp(code, text, where, passing);
}

function explainTls(
  code: string,
  text: string,
  where: string,
  fixed: (code: ErrorCode, message: string) => Explanation,
): Explanation | undefined {
  const both = `${code} ${text}`;
  if (!/ERR_SSL|ERR_OSSL|ERR_TLS|EPROTO|SSL routines|ssl3?_|BoringSSL|secure TLS connection/i.test(both))
    return undefined;
  if (/wrong.version.number|packet.length.too.long|http.request/i.test(both))
    return fixed(
      'tls',
      `${where} does not use TLS on this port. If the server has no certificate, use http://.`,
    );
  if (
    /certificate.required|bad.certificate|handshake.failure|unknown.ca|certificate.(unknown|expired|revoked)|access.denied/i.test(
      both,
    )
  )
    return fixed(
      'certificate',
      `${where} rejected the client certificate, or requires one. Select a certificate registered on the server.`,
    );
  if (/protocol.version|unsupported.protocol/i.test(both))
    return fixed('tls', `${where} supports only outdated TLS versions (below 1.2).`);
  if (/secure TLS connection was established/i.test(both))
    return fixed(
      'tls',
      `${where} closed the connection during the TLS handshake. Check the port and the client certificate.`,
    );
  return fixed('tls', `The TLS connection to ${where} failed.`);
}

function explainHttp(
  code: string,
  text: string,
  where: string,
  passing: (code: ErrorCode, message: string) => Explanation,
): Explanation {
  if (code.startsWith('HPE_'))
    return passing(
      'not-ravendb',
      `${where} does not respond with HTTP. Check the port, and http:// or https://.`,
    );
  if (['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(code) || /socket hang up/i.test(text))
    return passing(
      'unreachable',
      where.startsWith('http://')
        ? `${where} closed the connection without a response. If the server uses a certificate, use https://.`
        : `${where} closed the connection without a response. It may reject the client certificate, or it was stopped.`,
    );
  return passing('unreachable', `The connection to ${where} failed.`);
}
