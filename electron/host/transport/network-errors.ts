/** From what Node says when a connection fails to what a person can act on. */
import { PortError, type ErrorCode } from '../../../src/contract/index.ts';

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

/** `where` is the address as a person knows it, e.g. `https://live.example:8080`. */
export function networkError(thrown: unknown, where: string): PortError {
  if (thrown instanceof PortError) return thrown;
  const { code, text } = describe(thrown);
  return new PortError({ ...explain(code, text, where), detail: text });
}

/** Happy eyeballs fail with one error for all addresses: the first cause speaks. */
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
      return passing(
        'dns',
        `The name in ${where} is not known. Check its spelling and this computer's network.`,
      );
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return passing('dns', `The name in ${where} could not be looked up: the name server did not answer.`);
    case 'ECONNREFUSED':
      return passing('refused', `Nothing listens at ${where}. Is the server running, and is the port right?`);
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'ENETDOWN':
      return passing(
        'unreachable',
        `${where} cannot be reached from this network. Is a VPN or a tunnel missing?`,
      );
    case 'ETIMEDOUT':
      return passing('timeout', `${where} did not answer in time.`);
    case 'CERT_HAS_EXPIRED':
      return fixed(
        'certificate',
        `The certificate of ${where} has expired. It must be renewed on the server.`,
      );
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
        `The certificate of ${where} was made for another name. Use the name it was made for as the address.`,
      );
  }
  if (untrusted.has(code))
    return fixed(
      'certificate',
      `The certificate of ${where} is not signed by an authority this computer trusts. If it is your own, give its authority (PEM file) in the connection.`,
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
      `${where} does not speak TLS on this port. If the server has no certificate, the address begins with http://.`,
    );
  if (
    /certificate.required|bad.certificate|handshake.failure|unknown.ca|certificate.(unknown|expired|revoked)|access.denied/i.test(
      both,
    )
  )
    return fixed(
      'certificate',
      `${where} did not accept the client certificate, or wants one. Choose the certificate that was registered on the server.`,
    );
  if (/protocol.version|unsupported.protocol/i.test(both))
    return fixed('tls', `${where} speaks only a TLS version that is no longer safe (below 1.2).`);
  if (/secure TLS connection was established/i.test(both))
    return fixed(
      'tls',
      `${where} ended the connection during the TLS handshake. Is it a TLS port, and does it want a client certificate?`,
    );
  return fixed('tls', `No TLS connection to ${where} could be made.`);
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
      `What answers at ${where} does not speak HTTP. Is the port right, and http:// or https://?`,
    );
  if (['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(code) || /socket hang up/i.test(text))
    return passing(
      'unreachable',
      where.startsWith('http://')
        ? `${where} ended the connection before it answered. If the server uses a certificate, the address begins with https://.`
        : `${where} ended the connection before it answered. It may not accept the client certificate, or it was stopped.`,
    );
  return passing('unreachable', `The connection to ${where} failed.`);
}
