import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time. Hashing makes the lengths equal, which `timingSafeEqual` needs. */
export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
