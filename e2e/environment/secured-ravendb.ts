/** A running RavenDB with TLS and client certificates, as `ravendb-secure.sh` prepares it for tests. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the server with its test certificates; undefined where none runs. */
export const securedFolder = process.env.ROOKERY_TEST_RAVENDB_SECURE;
export const securedUrl = process.env.ROOKERY_TEST_RAVENDB_SECURE_URL ?? 'https://localhost:28443';

export function certificateFile(name: string): string {
  return join(securedFolder ?? '', 'certs', name);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The current code of the certificate that requires one (RFC 6238: SHA-1, 30 s, six digits). */
export async function twoFactorCode(): Promise<string> {
  const key = (await readFile(certificateFile('twofactor.totp'), 'utf8')).trim();
  const bits = Array.from(key, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS)));
  const hash = createHmac('sha1', bytes).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
