import { expect, it } from 'vitest';
import { publicCertificate } from './public-certificate.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const pem = (name: string, content = 'TUlJQg==') =>
  `-----BEGIN ${name}-----\n${content}\n-----END ${name}-----\n`;

it('the certificate of a PEM file is sent without the key beside it', () => {
  const file = bytes(`${pem('PRIVATE KEY', 'c2VjcmV0')}${pem('CERTIFICATE', 'TUlJ\nQg==')}`);
  expect(publicCertificate('a.pem', file)).toEqual({ ok: true, certificate: 'TUlJQg==' });
});

it('a DER certificate is sent as it is', () => {
  const file = Uint8Array.of(0x30, 0x82, 0x01, 0x00, 0x30, 0x82);
  expect(publicCertificate('a.cer', file)).toEqual({ ok: true, certificate: 'MIIBADCC' });
});

it.each([
  ['a key alone', bytes(pem('EC PRIVATE KEY')), /private key and no certificate/],
  ['a PFX file', Uint8Array.of(0x30, 0x82, 0x0f, 0x00, 0x02, 0x01, 0x03), /PFX file/],
  ['several certificates', bytes(pem('CERTIFICATE').repeat(2)), /2 certificates/],
  ['another file', bytes('hello'), /not a certificate/],
  ['an empty file', new Uint8Array(), /not a certificate/],
  ['a large file', new Uint8Array(300 * 1024), /larger than 256 KB/],
])('%s is refused', (_what, file, problem) => {
  expect(publicCertificate('x', file)).toEqual({
    ok: false,
    problem: expect.stringMatching(problem) as unknown,
  });
});
