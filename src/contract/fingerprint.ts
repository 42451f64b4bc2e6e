import './no-eval.ts';
import { z } from 'zod';

/** SHA-256 of a certificate in lower-case hexadecimal digits. */
export const fingerprint = z.string().regex(/^[\da-f]{64}$/, 'expected 64 hexadecimal digits');

/** As `openssl x509 -fingerprint -sha256` and browsers show it: `AB:CD:…`. */
export function fingerprintText(digits: string): string {
  return (digits.toUpperCase().match(/.{1,2}/g) ?? []).join(':');
}
