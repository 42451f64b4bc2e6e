import './no-eval.ts';
import { z } from 'zod';

export const keyAlgorithm = z.enum(['ec-p256', 'rsa-3072']);
export type KeyAlgorithm = z.infer<typeof keyAlgorithm>;

/** A confirmation and a certificate show it in one line. */
const nameText = z
  .string()
  .max(64)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'expected visible characters');

export const certificateSubject = z.object({
  commonName: nameText.min(1),
  organization: nameText.optional(),
});
export type CertificateSubject = z.infer<typeof certificateSubject>;

export const MIN_KEY_PASSWORD = 8;

export const keyGeneration = z.object({
  subject: certificateSubject,
  algorithm: keyAlgorithm,
  /** Encrypts the key file. */
  password: z.string().min(MIN_KEY_PASSWORD).max(200),
});
export type KeyGeneration = z.infer<typeof keyGeneration>;
