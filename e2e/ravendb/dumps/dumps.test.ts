/** Dumps of `rookeryd` are imported by a real RavenDB and the other way round, compared item by item. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { ask, type Target } from './ask.ts';
import { contents } from './contents.ts';
import { fill } from './fill.ts';

/** The servers that are compared, each with the variable that has its address. */
const servers = [
  { version: '7.1', variable: 'ROOKERY_TEST_RAVENDB_URL' },
  { version: '6.2', variable: 'ROOKERY_TEST_RAVENDB_62_URL' },
] as const;

const counts = z.looseObject({ ReadCount: z.number(), ErroredCount: z.number() });
const result = z.looseObject({
  Documents: counts,
  RevisionDocuments: counts,
  Indexes: counts,
  Identities: counts,
  CompareExchange: counts,
  Subscriptions: counts,
  Counters: counts,
  TimeSeries: counts,
  Messages: z.array(z.string()),
});

async function exported({ url, database }: Target, compression: string): Promise<Blob> {
  const reply = await fetch(`${url}/databases/${database}/smuggler/export`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ CompressionAlgorithm: compression }),
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-disposition')).toContain('.ravendbdump');
  return reply.blob();
}

async function imported({ url, database }: Target, dump: Blob) {
  const form = new FormData();
  form.append('importOptions', JSON.stringify({}));
  form.append('file', dump, 'all.ravendbdump');
  const reply = await fetch(`${url}/databases/${database}/smuggler/import`, { method: 'POST', body: form });
  const text = await reply.text();
  expect(reply.status, text).toBe(200);
  return result.parse(JSON.parse(text));
}

describe.each(servers)('dumps between rookeryd and a real RavenDB $version', ({ variable }) => {
  const realUrl = process.env[variable] ?? '';
  if (realUrl === '') {
    test.skip(`a dump of either is imported by the other: ${variable} is not set`);
    return;
  }
  const created: Target[] = [];
  const create = async (url: string): Promise<Target> => {
    const database = `dumps-${randomBytes(4).toString('hex')}`;
    const reply = await fetch(`${url}/admin/databases?name=${database}&replicationFactor=1`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ DatabaseName: database, Settings: {} }),
    });
    expect(reply.status).toBe(201);
    created.push({ url, database });
    return { url, database };
  };
  afterEach(async () => {
    for (const { url, database } of created.splice(0))
      await fetch(`${url}/admin/databases`, {
        method: 'DELETE',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ DatabaseNames: [database], HardDelete: true }),
      });
  });

  test.each([
    { from: 'rookeryd', to: 'RavenDB', compression: 'Zstd' },
    { from: 'rookeryd', to: 'RavenDB', compression: 'Gzip' },
    { from: 'RavenDB', to: 'rookeryd', compression: 'Zstd' },
    { from: 'RavenDB', to: 'rookeryd', compression: 'Gzip' },
  ])('$from to $to with $compression', async ({ from, to, compression }) => {
    const urlOf = (name: string) => (name === 'rookeryd' ? inject('serverUrl') : realUrl);
    const source = await create(urlOf(from));
    const target = await create(urlOf(to));
    // A server without a license refuses the import of a subscription when other databases have fifteen.
    const subscription = from === 'RavenDB' && compression === 'Zstd';
    await fill(source, { subscription });
    const before = await contents(source);
    expect(before.documents.length).toBe(5);
    expect(before.indexes.length).toBe(5);
    expect(before.deleted).toMatchObject({ isInBin: true });
    expect(before.exchanges.length).toBe(2);

    const report = await imported(target, await exported(source, compression));
    for (const kind of [
      'Documents',
      'RevisionDocuments',
      'Indexes',
      'Identities',
      'CompareExchange',
      ...(subscription ? (['Subscriptions'] as const) : []),
      'Counters',
      'TimeSeries',
    ] as const) {
      expect(report[kind].ErroredCount, `${kind}: ${report.Messages.join('\n')}`).toBe(0);
      expect(report[kind].ReadCount, kind).toBeGreaterThan(0);
    }
    expect(await contents(target)).toEqual(before);
    const next = await ask(target, 'POST', '/identity/next?name=invoices');
    expect(next).toMatchObject({ NewIdentityValue: 3 });
  });

  test('rookeryd to RavenDB and back', async () => {
    const source = await create(inject('serverUrl'));
    const between = await create(realUrl);
    const target = await create(inject('serverUrl'));
    await fill(source, { subscription: false });
    await imported(between, await exported(source, 'Zstd'));
    // Without another change there: a copy of a copy is the original.
    const report = await imported(target, await exported(between, 'Zstd'));
    expect(report.Documents.ErroredCount, report.Messages.join('\n')).toBe(0);
    expect(await contents(target)).toEqual(await contents(source));
  });
});
