/** Reads the public part of a certificate from a file. A private key is never sent to a server. Pure. */
import { toBase64 } from '../../protocol/base64.ts';
import { pluralize } from '../../ui/index.ts';

const MAX_BYTES = 256 * 1024;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

export type PublicCertificate =
  | { readonly ok: true; /** DER in base64. */ readonly certificate: string }
  | { readonly ok: false; readonly problem: string };

export function publicCertificate(name: string, bytes: Uint8Array): PublicCertificate {
  if (bytes.length > MAX_BYTES) return failed(`${name} is larger than 256 KB, so it is not a certificate.`);
  const text = new TextDecoder().decode(bytes);
  const blocks = [
    ...text.matchAll(/-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g),
  ];
  const [first] = blocks;
  if (first !== undefined) {
    const certificate = (first[1] ?? '').replaceAll(/\s+/g, '');
    return blocks.length === 1
      ? { ok: true, certificate }
      : failed(`${name} has ${pluralize(blocks.length, 'certificate')}. Choose a file with one.`);
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return failed(`${name} has a private key and no certificate. Choose the certificate (.crt, .pem).`);
  const inner = bytes[0] === SEQUENCE ? bytes[firstMember(bytes)] : undefined;
  if (inner === SEQUENCE) return { ok: true, certificate: toBase64(bytes) };
  return failed(
    inner === INTEGER
      ? `${name} is a PFX file, which has a private key. Export its certificate (.crt, .pem) and choose that.`
      : `${name} is not a certificate in PEM or DER format.`,
  );
}

/** Where the content of the outer DER element begins. */
function firstMember(bytes: Uint8Array): number {
  const length = bytes[1] ?? 0;
  return length < 0x80 ? 2 : 2 + (length & 0x7f);
}

function failed(problem: string): PublicCertificate {
  return { ok: false, problem };
}
