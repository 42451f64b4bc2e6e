import { expect, it } from 'vitest';
import { expiryOf, type ExpiryLevel } from './certificate-expiry.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 5, 15, 12);

it.each<[number, ExpiryLevel, string]>([
  [31 * day, 'valid', 'until 2026-07-16'],
  [30 * day, 'notice', 'expires in 30 days'],
  [7 * day + 1, 'notice', 'expires in 7 days'],
  [7 * day, 'warning', 'expires in 7 days'],
  [day + 1, 'warning', 'expires in 1 day'],
  [day, 'urgent', 'expires in 1 day'],
  [1, 'urgent', 'expires in less than a day'],
  [0, 'expired', 'expired 2026-06-15'],
])('a certificate %i ms before its end is %s', (left, level, short) => {
  const details = { subject: 'CN=a', fingerprint: '', notBefore: 0, notAfter: now + left };
  expect(expiryOf(details, now)).toMatchObject({ level, short });
});

it('names the other certificate that is valid for longer', () => {
  const details = { subject: 'CN=a', fingerprint: '', notBefore: 0, notAfter: now - day };
  const successor = { ...details, notAfter: now + 90 * day };
  expect(expiryOf(details, now, successor).text).toContain('valid until 2026-09-13: open Certificates…');
  expect(expiryOf(details, now).text).toContain('Obtain a new one');
});

it('a certificate that begins later says so', () => {
  const details = { subject: 'CN=a', fingerprint: '', notBefore: now + 1, notAfter: now + day };
  expect(expiryOf(details, now).level).toBe('not-yet-valid');
});
