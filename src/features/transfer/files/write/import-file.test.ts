import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PortError } from '../../../../contract/index.ts';
import type { WrittenDocument } from '../../../../protocol/bulk-documents.ts';
import { ServerError } from '../../../../protocol/server-error.ts';
import type { FileSettings } from '../map/settings.ts';
import { importFile, type ImportParts } from './import-file.ts';
import type { ImportOutcome, ImportReport } from './report.ts';
import type { ImportTarget } from './target.ts';

const settings: FileSettings = {
  format: 'ndjson',
  isArray: false,
  csv: { delimiter: ',', hasHeader: true, columns: [], empty: 'null', dropApostrophes: true, idColumn: 0 },
  collection: 'Items',
  idSource: 'property',
  idProperty: 'id',
  idPrefix: '',
  existing: 'overwrite',
};

/** All or none, as a server: documents with `bad` are refused. */
class FakeDatabase implements ImportTarget {
  readonly stored = new Map<string, string>();
  /** Called before each batch. */
  before: (documents: readonly WrittenDocument[]) => void = () => undefined;

  readonly write = async (documents: readonly WrittenDocument[], onlyNew: boolean): Promise<void> => {
    await Promise.resolve();
    const next = new Map(this.stored);
    this.before(documents);
    for (const { id, text } of documents) {
      if (text.includes('"bad"')) throw failure(500, 'InvalidDataException', `refused ${id}`);
      if (onlyNew && next.has(id.toLowerCase())) throw failure(409, 'ConcurrencyException', `${id} exists`);
      next.set(id.toLowerCase(), text);
    }
    for (const [id, text] of next) this.stored.set(id, text);
  };

  readonly existing = (ids: readonly string[]): Promise<readonly string[]> =>
    Promise.resolve(ids.filter((id) => this.stored.has(id.toLowerCase())));
}

function failure(status: number, type: string, message: string): ServerError {
  return new ServerError({ status, type, message, path: '/bulk_docs', detail: '', body: {} });
}

function run(
  text: string,
  target: ImportTarget,
  part: Partial<FileSettings> = {},
  more: Partial<ImportParts> = {},
): Promise<ImportOutcome> {
  return importFile({
    source: { file: new File([text], 'a.ndjson'), gzip: false },
    start: 0,
    settings: { ...settings, ...part },
    target,
    before: null,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  });
}

function expectSum({ counts, rejections }: ImportReport): void {
  expect(counts.written + counts.skipped + counts.rejected).toBe(counts.read);
  expect(rejections).toHaveLength(counts.rejected);
}

const lines = (...ids: readonly string[]): string => ids.map((id) => `{"id":"${id}"}\n`).join('');

it('rejects only the documents that the server refuses, with their places', async () => {
  const database = new FakeDatabase();
  const text = `${lines('a', 'b')}{"id":"c","x":"bad"}\n{"id":\n${lines('d')}`;
  const { end, report } = await run(text, database);
  expect(end).toEqual({ kind: 'completed' });
  expect([...database.stored.keys()]).toEqual(['a', 'b', 'd']);
  expect(report.counts).toEqual({ read: 5, written: 3, skipped: 0, rejected: 2 });
  expect(report.rejections).toEqual([
    { line: 3, offset: 22, id: 'c', reason: 'refused c' },
    {
      line: 4,
      offset: 43,
      id: null,
      reason: 'The JSON is wrong. Expected a value, found the end of the text. (column 7)',
    },
  ]);
  expect(report.checkpoint).toEqual({ offset: text.length, line: 6 });
});

describe('existing ids', () => {
  it('are skipped, also when they occur twice in the file', async () => {
    const database = new FakeDatabase();
    database.stored.set('b', 'old');
    const { report } = await run(lines('a', 'B', 'c', 'A'), database, { existing: 'skip' });
    expect(report.counts).toEqual({ read: 4, written: 2, skipped: 2, rejected: 0 });
    expect(database.stored.get('b')).toBe('old');
  });

  it('are skipped when they appear between the look and the write', async () => {
    const database = new FakeDatabase();
    database.before = () => void database.stored.set('b', 'new');
    const racing: ImportTarget = {
      existing: database.existing,
      write: (documents, onlyNew) => {
        database.before(documents);
        return new FakeDatabaseOn(database).write(documents, onlyNew);
      },
    };
    const { report } = await run(lines('a', 'b', 'c'), racing, { existing: 'skip' });
    expect(report.counts).toEqual({ read: 3, written: 2, skipped: 1, rejected: 0 });
  });

  it('stop the import before them', async () => {
    const database = new FakeDatabase();
    database.stored.set('c', 'old');
    const { end, report } = await run(lines('a', 'b', 'c', 'd'), database, { existing: 'stop' });
    expect(end).toEqual({
      kind: 'stopped',
      reason: 'Line 3: the document c exists already.',
      canResume: true,
    });
    expect(report.counts).toEqual({ read: 2, written: 2, skipped: 0, rejected: 0 });
    expect(report.checkpoint).toEqual({ offset: 22, line: 3 });
    expect([...database.stored.keys()]).toEqual(['c', 'a', 'b']);
  });
});

/** A view on the documents of another one. */
class FakeDatabaseOn extends FakeDatabase {
  override readonly stored: Map<string, string>;
  constructor(other: FakeDatabase) {
    super();
    this.stored = other.stored;
  }
}

it('stops when the server refuses a hundred documents in a row', async () => {
  const text = Array.from({ length: 500 }, (_, n) => `{"id":"${n}","x":"bad"}\n`).join('');
  const { end, report } = await run(text, new FakeDatabase());
  expect(end).toMatchObject({ kind: 'stopped', canResume: true });
  expect(report.counts).toEqual({ read: 100, written: 0, skipped: 0, rejected: 100 });
});

it('stops at once when the database fails, and names the uncertain lines', async () => {
  const database = new FakeDatabase();
  let batches = 0;
  database.before = () => {
    if (++batches === 2) throw new PortError({ code: 'timeout', message: 'No answer.' });
  };
  const text = Array.from({ length: 2500 }, (_, n) => `{"id":"${n}"}\n`).join('');
  const { end, report } = await run(text, database);
  expect(end).toMatchObject({ kind: 'failed', error: { code: 'timeout' } });
  expect(report.counts.written).toBe(1000);
  expect(report.checkpoint.line).toBe(1001);
  expect(report.uncertain).toEqual({ from: 1001, to: 2000 });
  const resumed = await run(text, database, {}, { before: report });
  expect(resumed.end).toEqual({ kind: 'completed' });
  expect(resumed.report.counts).toEqual({ read: 2500, written: 2500, skipped: 0, rejected: 0 });
  expect(database.stored.size).toBe(2500);
});

it('lists where a damaged file ends, and stores what is before', async () => {
  const database = new FakeDatabase();
  const { end, report } = await run('[{"id":"a"},{"id":"b"', database, { format: 'json', isArray: true });
  expect(end).toMatchObject({ kind: 'stopped', canResume: false });
  expect(report.rejections).toEqual([
    { line: 1, offset: 12, id: null, reason: 'The file ends inside of a value: it is incomplete.' },
  ]);
  expect([...database.stored.keys()]).toEqual(['a']);
  expectSum(report);
});

it('imports the same whether or not it is cancelled and resumed, and its counts add up', async () => {
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.nat(3000).map((n) => `{"id":"n${n}"}`) },
    { weight: 1, arbitrary: fc.nat(3000).map((n) => `{"id":"n${n}","x":"bad"}`) },
    { weight: 1, arbitrary: fc.constantFrom('{"id":', '[]', '{}', '') },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1100, maxLength: 2100 }),
      fc.constantFrom('overwrite' as const, 'skip' as const),
      fc.integer({ min: 1, max: 60 }),
      async (all, existing, cancelAt) => {
        const text = all.join('\n');
        const whole = new FakeDatabase();
        const complete = await run(text, whole, { existing });
        const parts = new FakeDatabase();
        let outcome: ImportOutcome | null = null;
        let requests = 0;
        do {
          const abort = new AbortController();
          parts.before = () => {
            if (++requests % cancelAt === 0) abort.abort();
          };
          outcome = await run(
            text,
            parts,
            { existing },
            { signal: abort.signal, before: outcome?.report ?? null },
          );
          expectSum(outcome.report);
        } while (outcome.end.kind === 'cancelled');
        expect(outcome.report.counts).toEqual(complete.report.counts);
        expect(outcome.report.rejections).toEqual(complete.report.rejections);
        expect(parts.stored).toEqual(whole.stored);
      },
    ),
    { numRuns: 5 },
  );
});
