/** The complete list of rejected documents, which outlasts the copy. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getRejectedDocuments } from '../../../src/protocol/copies.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { copying, rows } from './copying-for-tests.ts';
import { MAX_REJECTIONS, readRejections, RejectionFile } from './rejection-file.ts';

/** Two of three: no hundred in a row. */
const refusedOf = (count: number): ReadonlySet<string> =>
  new Set(
    rows(0, count)
      .filter((_, at) => at % 3 !== 0)
      .map(({ id }) => id),
  );

describe('the rejected documents of a copy', () => {
  it('are all kept after its end, with collection and position', async () => {
    const refused = refusedOf(1800);
    const { run, port, id, states } = await copying(rows(0, 1800), { refused });
    const { kind, report } = await run();
    expect(kind).toBe('completed');
    expect(report.counts[0]).toMatchObject({ copied: 600, rejected: 1200 });
    expect(report.rejected).toHaveLength(1000);
    const all = await getRejectedDocuments(port, id);
    expect(all.map(({ name }) => name)).toEqual([...refused]);
    expect(all.at(-1)).toEqual({
      kind: 'document',
      name: 'items/1799',
      reason: 'Bad document items/1799',
      collection: 'Items',
      position: 1800,
    });
    expect(await states()).toEqual([`${id}.rejected.ndjson`]);
    await port.call('copies.forget', { id });
    await expect(getRejectedDocuments(port, id)).rejects.toThrow('was deleted');
    expect(await states()).toEqual([]);
  });

  it('are each listed once after a resumption', async () => {
    const refused = refusedOf(1800);
    const { run, resume, port, id, hooks } = await copying(rows(0, 1800), { refused });
    let writes = 0;
    hooks.onWrite = () => (++writes === 900 ? 507 : undefined);
    expect(await run()).toMatchObject({ kind: 'failed', resumable: true });
    expect((await resume()).kind).toBe('completed');
    expect((await getRejectedDocuments(port, id)).map(({ name }) => name)).toEqual([...refused]);
  });
});

describe('the file of rejected documents', () => {
  const item = (at: number) =>
    ({
      kind: 'document',
      name: `items/${at}`,
      reason: 'x'.repeat(5000),
      collection: null,
      position: at,
    }) as const;

  it('is private, shortens reasons, and continues at the mark of the record', async () => {
    const path = join(await temporaryFolder(), 'copies', 'a.rejected.ndjson');
    const mark = { items: 0, bytes: 0 };
    const first = new RejectionFile(path, mark);
    first.add(item(1));
    await first.flush();
    const saved = { ...mark };
    first.add(item(2));
    await first.flush();
    const second = new RejectionFile(path, saved);
    second.add(item(3));
    await second.flush();
    const read = [];
    for await (const part of readRejections(path)) read.push(...part);
    expect(read.map(({ position }) => position)).toEqual([1, 3]);
    expect(read[0]?.reason).toHaveLength(2001);
    expect(saved).toEqual({ items: 2, bytes: (await stat(path)).size });
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('stops the copy when it is full', async () => {
    const path = join(await temporaryFolder(), 'a.rejected.ndjson');
    const file = new RejectionFile(path, { items: MAX_REJECTIONS - 2, bytes: 0 });
    file.add(item(1));
    expect(() => file.stopWhenFull()).not.toThrow();
    file.add(item(2));
    expect(() => file.stopWhenFull()).toThrow('50,000 documents were rejected');
    // A resumption continues until the next one is rejected.
    expect(() => file.stopWhenFull()).not.toThrow();
  });
});
