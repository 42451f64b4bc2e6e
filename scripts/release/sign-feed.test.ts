import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { readSignedFeed } from '../../electron/host/updates/signed-feed.ts';
import { publicKeyText, signedFeed } from './sign-feed.ts';

it('writes a feed that the host accepts until it expires', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const release = { version: '1.0.0', date: '2026-01-01', page: 'https://example.invalid/1.0.0' };
  const text = signedFeed([release], pem, { now: new Date('2026-01-02T00:00:00Z'), days: 2 });
  const read = (now: string) =>
    readSignedFeed(text, { publicKey: publicKeyText(pem), now: new Date(now), lastIssued: null });
  expect(read('2026-01-03T00:00:00Z').releases).toEqual([release]);
  expect(() => read('2026-01-05T00:00:00Z')).toThrow('expired on 2026-01-04');
});
