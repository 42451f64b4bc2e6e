/** Which documents a copy writes, and in which form. */
import { describe, expect, it } from 'vitest';
import type { CopyPlan } from '../../../src/contract/index.ts';
import { copying, rows, type Row } from './copying-for-tests.ts';

describe('a copy', () => {
  it('keeps texts and metadata of clients, and leaves no state', async () => {
    const exact = { id: 'items/x', version: 'A:9', members: '"N":12345678901234567890' };
    const { run, written, requests, states } = await copying([...rows(0, 1500), exact]);
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: 'completed', resumable: false });
    expect(outcome.report.counts).toMatchObject([
      { name: 'Items', expected: 1501, copied: 1501, rejected: 0 },
    ]);
    expect(written.size).toBe(1501);
    expect(written.get('items/7')).toEqual({
      N: 1,
      '@metadata': { '@collection': 'Items', Custom: 'x' },
    });
    expect(
      requests.filter((each) => each.startsWith('source')).map((each) => each.split('?')[0]),
    ).not.toContain('source POST /databases/shop/bulk_docs');
    expect(await states()).toEqual([]);
  });

  it('misses no document that another client changes between two parts', async () => {
    const documents = rows(0, 3000);
    const { run, written, hooks } = await copying(documents);
    let parts = 0;
    hooks.onRead = () => {
      parts++;
      // Documents of the first part are saved again: they move to the end, and the others to the front.
      if (parts === 2)
        for (const moved of documents.splice(0, 700))
          documents.push({ ...moved, version: `${moved.version}-2` });
    };
    await run();
    expect(parts).toBeGreaterThan(2);
    expect(rows(0, 3000).filter(({ id }) => !written.has(id))).toEqual([]);
  });

  it('reports each rejected document, and copies the others of its batch', async () => {
    const refused = new Set(['items/3', 'items/77']);
    const { run, written } = await copying(rows(0, 100), { refused });
    const { kind, report } = await run();
    expect(kind).toBe('completed');
    expect(report.rejected).toEqual([
      { kind: 'document', name: 'items/3', reason: 'Bad document items/3', collection: 'Items', position: 4 },
      {
        kind: 'document',
        name: 'items/77',
        reason: 'Bad document items/77',
        collection: 'Items',
        position: 78,
      },
    ]);
    expect(report.counts[0]).toMatchObject({ copied: 98, rejected: 2 });
    expect(written.size).toBe(98);
  });

  it('of a query writes each of its results once, also beyond one part', async () => {
    const statement = { query: 'from Items where N = $n', parameters: { n: 1 } };
    // Found a second time: a query over an array field can do this.
    const documents = [...rows(0, 700), ...rows(3, 5)];
    const { run, written, requests } = await copying(documents, {
      plan: { documents: { kind: 'query', ...statement } },
      refused: new Set(['items/9']),
    });
    const { kind, report } = await run();
    expect(kind).toBe('completed');
    expect(written.size).toBe(699);
    expect(report.counts).toMatchObject([
      { name: '@query', expected: 702, copied: 699, skipped: 2, rejected: 1 },
    ]);
    expect(report.rejected).toMatchObject([{ name: 'items/9', collection: 'Items', position: 10 }]);
    expect(requests.filter((each) => each.includes('/streams/queries')).length).toBeGreaterThan(1);
    // The source builds no index.
    expect(requests).toContain('source POST /databases/shop/queries?disableAutoIndexCreation=true');
  });

  it('ends when the target refuses every document', async () => {
    const all = rows(0, 1000);
    const { run } = await copying(all, { refused: new Set(all.map(({ id }) => id)) });
    expect(await run()).toMatchObject({ kind: 'failed', resumable: true });
  });

  it('follows references level by level and masks the same value alike', async () => {
    const documents = [
      { id: 'items/1', version: 'A:1', members: '"Ref":"others/1","Mail":"ada@example.com"' },
      { id: 'others/1', version: 'A:2', members: '"Ref":"others/2","Mail":"ada@example.com"' },
      { id: 'others/2', version: 'A:3', members: '"Ref":"others/3","Mail":"bob@example.com"' },
      { id: 'others/3', version: 'A:4' },
    ];
    const { run, written } = await copying(documents, {
      plan: { sample: { kind: 'newest', count: 4 }, referenceLevels: 2, maskedFields: ['Mail'] },
    });
    await run();
    const one = written.get('items/1')?.Mail;
    expect(one).toMatch(/^[a-z]{3}@[a-z]{7}\.[a-z]{3}$/);
    expect(one).not.toBe('ada@example.com');
    expect(written.get('others/1')?.Mail).toBe(one);
    expect(written.get('others/2')?.Mail).not.toBe(one);
  });

  it('keeps existing documents, or stops at the first one', async () => {
    const kept = await copying(rows(0, 10), { plan: { existing: 'skip' } });
    kept.written.set('items/4', { Mine: true });
    expect((await kept.run()).report.counts[0]).toMatchObject({ copied: 9, skipped: 1 });
    expect(kept.written.get('items/4')).toEqual({ Mine: true });

    const stopped = await copying(rows(0, 10), { plan: { existing: 'stop' } });
    stopped.written.set('items/4', { Mine: true });
    const outcome = await stopped.run();
    expect(outcome).toMatchObject({ kind: 'failed', resumable: true });
    expect(outcome.message).toContain('copy already has the document items/4');
    expect(stopped.written.size).toBe(1);
    expect((await stopped.resume()).message).toContain('copy already has the document items/4');
    expect(stopped.written.get('items/4')).toEqual({ Mine: true });
  });
});

describe('a document that another client creates before the write', () => {
  const racing = async (existing: CopyPlan['existing']) => {
    const copy = await copying(rows(0, 10), { plan: { existing } });
    let isFirst = true;
    copy.hooks.onWrite = () => {
      if (isFirst) copy.written.set('items/4', { Mine: true });
      isFirst = false;
      return undefined;
    };
    return copy;
  };

  it('is kept with skip', async () => {
    const { run, written } = await racing('skip');
    expect((await run()).report.counts[0]).toMatchObject({ copied: 9, skipped: 1, rejected: 0 });
    expect(written.get('items/4')).toEqual({ Mine: true });
  });

  it('stops the copy with stop, also when it is resumed', async () => {
    const { run, resume, written } = await racing('stop');
    for (const outcome of [await run(), await resume()]) {
      expect(outcome).toMatchObject({ kind: 'failed', resumable: true });
      expect(outcome.message).toContain('already has the document items/4');
    }
    expect(written.get('items/4')).toEqual({ Mine: true });
    written.delete('items/4');
    expect(await resume()).toMatchObject({ kind: 'completed', report: { counts: [{ copied: 10 }] } });
    expect(written.size).toBe(10);
  });
});

it('refuses to copy into its own source through another connection', async () => {
  const { run, written } = await copying(rows(0, 10), { targetId: 'source' });
  await expect(run()).rejects.toThrow('Source and target are the same database');
  expect(written.size).toBe(0);
});

it('raises ranges of ids, and never lowers them', async () => {
  const range = (id: string, max: number): Row => ({ id, version: `A:${max}`, members: `"Max":${max}` });
  const documents = [range('Raven/Hilo/orders', 1024), range('Raven/Hilo/companies', 32)];
  const { run, written } = await copying(documents, {
    plan: { documents: { kind: 'collections', collections: ['@hilo'] }, existing: 'skip' },
  });
  written.set('Raven/Hilo/orders', { Max: 64 });
  written.set('Raven/Hilo/companies', { Max: 96 });
  const { report } = await run();
  expect(report.counts[0]).toMatchObject({ copied: 1, skipped: 1 });
  expect(written.get('Raven/Hilo/orders')?.Max).toBe(1024);
  expect(written.get('Raven/Hilo/companies')?.Max).toBe(96);
});
