/** Reads who a client certificate names and when it ends, from the opened files. */
import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { z } from 'zod';
import type { CertificateDetails } from '../../../src/contract/index.ts';

/** Node documents no way to read the certificate of a PFX file; its context has it in all supported versions. */
const readableContext = z.object({ context: z.object({ getCertificate: z.function() }) });

/** Undefined where this Node cannot read it; the connection works all the same. */
export function certificateDetails(material: tls.SecureContextOptions): CertificateDetails | undefined {
  const bytes = certificateBytes(material);
  if (bytes === undefined) return undefined;
  const certificate = new X509Certificate(bytes);
  return {
    subject: certificate.subject.replaceAll('\n', ', ').slice(0, 300),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: Date.parse(certificate.validFrom),
    notAfter: Date.parse(certificate.validTo),
  };
}

function certificateBytes({ cert, pfx, passphrase }: tls.SecureContextOptions): Buffer | string | undefined {
  if (typeof cert === 'string' || Buffer.isBuffer(cert)) return cert;
  if (pfx === undefined) return undefined;
  const secure = tls.createSecureContext({ pfx, ...(passphrase === undefined ? {} : { passphrase }) });
  if (!readableContext.safeParse(secure).success) return undefined;
  const found: unknown = (secure.context as { getCertificate(): unknown }).getCertificate();
  return Buffer.isBuffer(found) ? found : undefined;
}
