/** The check through the port, against a feed on a loopback port that is signed with a key of the test. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Port } from '../../../src/contract/index.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { feedAddress } from './fetch-feed.ts';
import { FeedRefused, newestAfter, readSignedFeed } from './signed-feed.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const day = 24 * 3600 * 1000;
const at = (days: number): string => new Date(Date.now() + days * day).toISOString();

const releases = [
  { version: '1.2.3', date: '2026-01-01', page: 'https://example.invalid/1.2.3' },
  { version: '1.10.0', date: '2026-03-01', page: 'https://example.invalid/1.10.0' },
  { version: '1.9.9', date: '2026-02-01', page: 'https://example.invalid/1.9.9' },
  { version: '2.0.0-rc.1', date: '2026-04-01', page: 'https://example.invalid/2' },
];
const contents = (more: object = {}): object => ({
  format: 1,
  product: 'rookery',
  issued: at(-1),
  expires: at(30),
  releases,
  ...more,
});

function feed(value: object, by: KeyObject = privateKey): string {
  const signed = JSON.stringify(value);
  return JSON.stringify({ signed, signature: sign(null, Buffer.from(signed), by).toString('base64') });
}

interface Served {
  readonly port: Port;
  readonly folder: string;
  readonly requests: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
}

async function served(body: string, folder?: string): Promise<Served> {
  const data = folder ?? (await temporaryFolder());
  const requests: Served['requests'] = [];
  const server = await listenHttp((request, response, sent) => {
    requests.push({ url: request.url ?? '', headers: request.headers, body: sent });
    response.end(body);
  });
  const port = await hostOn(data, { updateFeed: { url: `${server.url}/feed.json`, publicKey: key } });
  return { port, folder: data, requests };
}

it('asks nothing until it is turned on, then sends one request with the version alone', async () => {
  const { port, requests } = await served(feed(contents()));
  expect(await port.call('updates.load', {})).toMatchObject({ enabled: false, isDue: false, newer: null });
  expect(await port.call('updates.setEnabled', { enabled: true })).toMatchObject({ isDue: true });
  expect(requests).toEqual([]);

  const answers = await Promise.all([port.call('updates.check', {}), port.call('updates.check', {})]);
  for (const answer of answers)
    expect(answer).toMatchObject({ enabled: true, isDue: false, newer: { version: '1.10.0' } });
  expect(requests).toHaveLength(1);
  const { url, headers, body } = requests[0] ?? { url: '', headers: {}, body: '' };
  expect({ url, body }).toEqual({ url: '/feed.json', body: '' });
  expect(headers['user-agent']).toBe('Rookery/1.2.3');
  expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
});

it('keeps the setting and the result over a restart, and refuses an older feed', async () => {
  const first = await served(feed(contents()));
  await first.port.call('updates.setEnabled', { enabled: true });
  await first.port.call('updates.check', {});
  const text = await readFile(join(first.folder, 'updates.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ value: { enabled: true, newest: { version: '1.10.0' } } });

  const second = await served(feed(contents({ issued: at(-2), releases: [] })), first.folder);
  expect(await second.port.call('updates.load', {})).toMatchObject({
    isDue: false,
    newer: { version: '1.10.0' },
  });
  await expect(second.port.call('updates.check', {})).rejects.toMatchObject({
    code: 'certificate',
    message: expect.stringContaining('older than the feed') as string,
  });
});

it('says plainly that a build has no feed', async () => {
  const port = await hostOn(await temporaryFolder());
  expect(await port.call('updates.load', {})).toMatchObject({ feed: null, enabled: false });
  for (const answer of [port.call('updates.check', {}), port.call('updates.setEnabled', { enabled: true })])
    await expect(answer).rejects.toMatchObject({ code: 'unsupported' });
});

it('does not follow redirects and names the place of a feed that does not answer', async () => {
  const moved = await listenHttp((_request, response) =>
    response.writeHead(302, { location: '/other' }).end(),
  );
  const other = await hostOn(await temporaryFolder(), {
    updateFeed: { url: `${moved.url}/feed.json`, publicKey: key },
  });
  await expect(other.call('updates.check', {})).rejects.toMatchObject({
    code: 'unreachable',
    retryable: true,
    message: `The release feed at 127.0.0.1:${moved.port}/feed.json cannot be read: it answered with status 302.`,
  });
  expect(moved.connections()).toBe(1);
});

it('takes an https address, or http of this computer', () => {
  expect(feedAddress('https://example.invalid/feed').host).toBe('example.invalid');
  for (const url of ['http://example.invalid/feed', 'ftp://127.0.0.1/feed', 'file:///feed'])
    expect(() => feedAddress(url)).toThrow('https');
});

const check = { publicKey: key, now: new Date(), lastIssued: null };

it.each([
  ['another key', feed(contents(), generateKeyPairSync('ed25519').privateKey), 'signature'],
  ['a changed text', feed(contents()).replace('1.10.0', '1.11.0'), 'signature'],
  ['no JSON', '<html>', 'not a release feed'],
  ['an expired feed', feed(contents({ expires: at(-0.5) })), 'expired'],
  ['a newer format', feed({ format: 2 }), 'newer format'],
  ['another product', feed(contents({ product: 'crow' })), 'crow'],
  [
    'a page without https',
    feed(contents({ releases: [{ ...releases[0], page: 'http://x.invalid' }] })),
    'damaged',
  ],
])('refuses %s', (_name, body, reason) => {
  expect(() => readSignedFeed(body, check)).toThrow(FeedRefused);
  expect(() => readSignedFeed(body, check)).toThrow(reason);
});

it('offers the newest release by number, never one with a suffix', () => {
  const { releases: read } = readSignedFeed(feed(contents()), check);
  expect(newestAfter(read, '1.2.3')?.version).toBe('1.10.0');
  expect(newestAfter(read, '1.10.0')).toBeNull();
  expect(newestAfter(read, '2.0.0-rc.1')).toBeNull();
});
