/** The estimate against what the real engine stores: dist/native/rookery.node, built by `npm run build:native`. */
import { join, resolve } from 'node:path';
import zlib from 'node:zlib';
import { expect, it } from 'vitest';
import { SANDBOX_ID, type HttpMethod } from '../../../src/contract/index.ts';
import { nativeFiles } from '../native-files.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const { addonPath } = nativeFiles(join(resolve(import.meta.dirname, '../../..'), 'dist'), process.env);
const DOCUMENTS = 1200;

/** Numbers that repeat in every run. */
function numbers(): (below: number) => number {
  let state = 12_345;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const cities = ['Münster', 'Köln', 'Berlin', 'Aachen', 'Paris', 'Lyon'];
const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike'.split(' ');
const kinds: Readonly<Record<string, (next: (below: number) => number) => object>> = {
  Orders: (next) => ({
    Company: `companies/${next(91)}-A`,
    Freight: next(40_000) / 100,
    Lines: Array.from({ length: 1 + next(5) }, () => ({
      Product: `products/${next(77)}-A`,
      PricePerUnit: next(5000) / 100,
      Quantity: next(50),
    })),
    ShipTo: { City: cities[next(6)], Country: 'Germany', PostalCode: String(next(99_999)) },
  }),
  Readings: (next) => ({ Sensor: `sensors/${next(1000)}`, Value: next(1_000_000), Unit: 'Celsius' }),
  Notes: (next) => ({ Text: Array.from({ length: 120 }, () => `${words[next(13)]}${next(90)}`).join(' ') }),
};

it('estimates what the sandbox stores, within a fifth', { timeout: 60_000 }, async () => {
  const port = await hostOn(await temporaryFolder(), { addonPath });
  const send = async (method: HttpMethod, path: string, json?: object) => {
    const response = await port.call('http.request', {
      connection: SANDBOX_ID,
      method,
      path,
      ...(json === undefined
        ? {}
        : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
    });
    expect(response.status, response.body).toBeLessThan(300);
    return (response.body === '' ? {} : JSON.parse(response.body)) as Record<string, unknown>;
  };
  await send('PUT', '/admin/databases?name=Packed', { DatabaseName: 'Packed' });
  await send('POST', '/databases/Packed/admin/documents-compression/config', {
    Collections: [],
    CompressAllCollections: true,
    CompressRevisions: false,
  });
  const estimates = new Map<string, number>();
  for (const [collection, make] of Object.entries(kinds)) {
    const next = numbers();
    const metadata = { '@metadata': { '@collection': collection } };
    const texts = Array.from({ length: DOCUMENTS }, () => ({ ...make(next), ...metadata }));
    await send('POST', '/databases/Packed/bulk_docs', {
      Commands: texts.map((Document, index) => ({ Type: 'PUT', Id: `${collection}/${index}`, Document })),
    });
    const answer = await port.call('compression.measure', {
      documents: texts.filter((_, index) => index % 5 === 0).map((each) => JSON.stringify(each)),
    });
    expect(answer.measured).toBe(60);
    estimates.set(collection, answer.packedBytes / answer.plainBytes);
  }
  const { OperationId: id } = await send('POST', '/admin/compact', {
    DatabaseName: 'Packed',
    Documents: true,
    Indexes: [],
  });
  await expect
    .poll(async () => (await send('GET', `/operations/state?id=${String(id)}`)).Status, { timeout: 40_000 })
    .toBe('Completed');
  const stats = await send('GET', '/databases/Packed/collections/stats/detailed');
  const collections = stats.Collections as Record<string, { Compression: { Ratio: number } }>;
  for (const [collection, estimate] of estimates) {
    const stored = collections[collection]?.Compression.Ratio ?? NaN;
    expect(estimate / stored, `${collection}: estimated ${estimate}, stored ${stored}`).toBeGreaterThan(0.8);
    expect(estimate / stored, `${collection}: estimated ${estimate}, stored ${stored}`).toBeLessThan(1.2);
  }
});

it('measures a small sample without a dictionary, and never more than the documents have', async () => {
  const port = await hostOn(await temporaryFolder());
  const small = await port.call('compression.measure', { documents: ['{"A":1}', '{"B":"x"}'] });
  expect(small).toEqual({
    measured: 2,
    plainBytes: 16,
    packedBytes: 16,
    dictionaryBytes: 0,
    nanosecondsPerByte: null,
  });
});

it('bounds the dictionary and the share of a large document in it', async () => {
  const port = await hostOn(await temporaryFolder());
  const documents = Array.from({ length: 40 }, (_, index) =>
    JSON.stringify({ Name: `name ${index}`, Body: index % 2 === 0 ? 'x'.repeat(index * 1000) : '' }),
  );
  const answer = await port.call('compression.measure', { documents });
  expect(answer.measured).toBe(10);
  expect(answer.dictionaryBytes).toBeLessThanOrEqual(32 * 1024);
  expect(answer.dictionaryBytes).toBeGreaterThan(16 * 1024);
  if ('zstdCompressSync' in zlib) expect(answer.nanosecondsPerByte).toBeGreaterThan(0);
  else expect(answer.nanosecondsPerByte).toBeNull();
});

it('refuses a sample beyond its bounds', async () => {
  const port = await hostOn(await temporaryFolder());
  await expect(port.call('compression.measure', { documents: [] })).rejects.toMatchObject({
    code: 'bad-request',
  });
  await expect(
    port.call('compression.measure', { documents: Array.from({ length: 5 }, () => 'x'.repeat(1 << 20)) }),
  ).rejects.toMatchObject({ code: 'bad-request' });
});
