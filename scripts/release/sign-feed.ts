/**
 * Writes the signed release feed: `node scripts/release/sign-feed.ts RELEASES.json FEED.json`. RELEASES.json is a list of
 * { version, date, page }. The key is an Ed25519 private key (PKCS#8 PEM) in ROOKERY_FEED_KEY; `--new-key FILE` makes one
 * and prints the public key for scripts/package/description.ts. `--days N` (default 90): how long the feed is accepted.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const release = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$/),
  date: z.iso.date(),
  page: z.url({ protocol: /^https$/ }),
});
const releaseList = z.array(release).min(1);
export type FeedRelease = z.infer<typeof release>;

const DAY_MS = 24 * 3600 * 1000;

export function signedFeed(
  releases: readonly FeedRelease[],
  privateKeyPem: string,
  { now, days }: { readonly now: Date; readonly days: number },
): string {
  const key = createPrivateKey(privateKeyPem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of the feed must be an Ed25519 key.');
  const signed = JSON.stringify({
    format: 1,
    product: 'rookery',
    issued: now.toISOString(),
    expires: new Date(now.getTime() + days * DAY_MS).toISOString(),
    releases,
  });
  return JSON.stringify({
    signed,
    signature: sign(null, Buffer.from(signed, 'utf8'), key).toString('base64'),
  });
}

export const publicKeyText = (privateKeyPem: string): string =>
  createPublicKey(privateKeyPem).export({ format: 'der', type: 'spki' }).toString('base64');

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'new-key': { type: 'string' }, days: { type: 'string', default: '90' } },
  });
  if (values['new-key'] !== undefined) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    await writeFile(values['new-key'], pem, { mode: 0o600, flag: 'wx' });
    console.log(publicKeyText(pem));
  } else {
    const [from, to] = positionals;
    const key = process.env.ROOKERY_FEED_KEY;
    if (from === undefined || to === undefined || key === undefined || key === '')
      throw new Error('Usage: ROOKERY_FEED_KEY=… node scripts/release/sign-feed.ts RELEASES.json FEED.json');
    const days = z.coerce.number().int().min(1).max(400).parse(values.days);
    const releases = releaseList.parse(JSON.parse(await readFile(from, 'utf8')));
    await writeFile(to, signedFeed(releases, key, { now: new Date(), days }));
    console.log(`Wrote ${to}; the host must have the public key ${publicKeyText(key)}.`);
  }
}
