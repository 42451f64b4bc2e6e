/** A new key, and a certificate request for it (PKCS #10, RFC 2986), signed with SHA-256. */
import { createPublicKey, generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { CertificateSubject, KeyAlgorithm } from '../../../src/contract/index.ts';
import { bitString, element, oid } from './der.ts';

const newKeyPair = promisify(generateKeyPair);

const NULL = Buffer.of(0x05, 0x00);
/** AlgorithmIdentifier of the signature: RSA has a NULL parameter, ECDSA has none. */
const signatureAlgorithms: Readonly<Record<KeyAlgorithm, Buffer>> = {
  'ec-p256': element('sequence', oid('1.2.840.10045.4.3.2')),
  'rsa-3072': element('sequence', oid('1.2.840.113549.1.1.11'), NULL),
};

export async function generateKey(algorithm: KeyAlgorithm): Promise<KeyObject> {
  const { privateKey } =
    algorithm === 'ec-p256'
      ? await newKeyPair('ec', { namedCurve: 'P-256' })
      : await newKeyPair('rsa', { modulusLength: 3072 });
  return privateKey;
}

/** PEM. */
export function certificateRequest(
  key: KeyObject,
  algorithm: KeyAlgorithm,
  subject: CertificateSubject,
): string {
  const info = element(
    'sequence',
    element('integer', Buffer.of(0)),
    nameOf(subject),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    element('context0'),
  );
  const signed = element(
    'sequence',
    info,
    signatureAlgorithms[algorithm],
    bitString(sign('sha256', info, key)),
  );
  return pem('CERTIFICATE REQUEST', signed);
}

/** The organization before the common name, as certificates are usually written. */
function nameOf({ commonName, organization = '' }: CertificateSubject): Buffer {
  return element(
    'sequence',
    ...(organization === '' ? [] : [attribute('2.5.4.10', organization)]),
    attribute('2.5.4.3', commonName),
  );
}

function attribute(type: string, value: string): Buffer {
  return element('set', element('sequence', oid(type), element('utf8', Buffer.from(value, 'utf8'))));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
