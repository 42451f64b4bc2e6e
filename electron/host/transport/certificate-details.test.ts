import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { certificateDetails } from './certificate-details.ts';
import { readCertificate } from './client-credentials.ts';

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

it('reads name, fingerprint and dates of a certificate from PEM and from PFX', async () => {
  const { client, password } = certificates;
  const expected = new X509Certificate(await text(client.cert));
  const pem = { kind: 'pem', certificatePath: client.cert, keyPath: client.key } as const;
  const details = certificateDetails(await readCertificate(pem, {}));
  expect(details).toEqual({
    subject: 'CN=A client',
    fingerprint: expected.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: Date.parse(expected.validFrom),
    notAfter: Date.parse(expected.validTo),
  });
  const pfx = { kind: 'pfx', path: client.pfx } as const;
  expect(certificateDetails(await readCertificate(pfx, { password }))).toEqual(details);
});
