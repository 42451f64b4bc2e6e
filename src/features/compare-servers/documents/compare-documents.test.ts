import { expect, it } from 'vitest';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { DEFAULT_IGNORED } from './canonical.ts';
import { compareDocuments, type DocumentOptions } from './compare-documents.ts';
import { compareKeys } from './id-order.ts';

interface Stored {
  readonly id: string;
  readonly body: string;
  readonly collection?: string;
}

/** A server with two databases that answers reads of documents as RavenDB does. */
function sides(left: readonly Stored[], right: readonly Stored[], onRequest: () => void = () => undefined) {
  const text = ({ id, body, collection = 'Items' }: Stored, at: number): string =>
    `{${body}${body === '' ? '' : ','}"@metadata":{"@id":"${id}","@collection":"${collection}","@change-vector":"A:${at}"}}`;
  const port = scriptedPort({
    http: ({ method, path }) => {
      expect(method).toBe('GET');
      onRequest();
      const url = new URL(path, 'http://server');
      const stored = url.pathname.startsWith('/databases/left/') ? left : right;
      const at = stored === left ? 1 : 2;
      const ids = url.searchParams.getAll('id');
      const size = Number(url.searchParams.get('pageSize'));
      const after = url.searchParams.get('startAfter')?.toLowerCase();
      const name = url.searchParams.get('name');
      const found =
        ids.length > 0
          ? ids.map((id) => stored.find((each) => each.id.toLowerCase() === id.toLowerCase()))
          : name === null
            ? [...stored]
                .sort((a, b) => compareKeys(a.id.toLowerCase(), b.id.toLowerCase()))
                .filter(({ id }) => after === undefined || compareKeys(id.toLowerCase(), after) > 0)
                .slice(0, size)
            : stored.filter(({ collection = 'Items' }) => collection === name).slice(0, size);
      if (ids.length === 1 && found[0] === undefined) return { status: 404, body: '' };
      return { body: `{"Results":[${found.map((each) => (each ? text(each, at) : 'null')).join(',')}]}` };
    },
  });
  const server = new ServerClient(port, 'c1');
  return { left: server.database('left'), right: server.database('right') };
}

const all: DocumentOptions = {
  extent: 'all',
  collections: null,
  newest: 2,
  most: 100_000,
  ignoredMetadata: DEFAULT_IGNORED,
};
const run = (both: ReturnType<typeof sides>, options: DocumentOptions) =>
  compareDocuments(both, ['Items'], options, new AbortController().signal, () => undefined);

it('finds missing and different documents in the order of their ids', async () => {
  const many = Array.from({ length: 200 }, (_, n) => ({ id: `items/${n}`, body: `"N":${n}` }));
  const report = await run(
    sides(
      [...many, { id: 'Only/Left', body: '' }],
      [
        ...many
          .filter(({ id }) => id !== 'items/7')
          .map((each) => (each.id === 'items/9' ? { ...each, body: '"N":9.0' } : each)),
        { id: 'z/right', body: '' },
      ],
    ),
    all,
  );
  expect(report.counts).toEqual({ compared: 202, leftOnly: 2, rightOnly: 1, different: 1 });
  expect(report.differences.map(({ id, kind, members }) => [id, kind, members])).toEqual([
    ['items/7', 'left-only', []],
    ['items/9', 'different', ['N']],
    ['Only/Left', 'left-only', []],
    ['z/right', 'right-only', []],
  ]);
  expect(report.limit).toBeNull();
});

it('ignores the order of members, white space and the listed metadata', async () => {
  const report = await run(
    sides(
      [{ id: 'items/1', body: '"A":"ä","B":{"C":1,"D":[1,2]}' }],
      [{ id: 'ITEMS/1', body: '"B": {"D":[1, 2],"C":1},"A":"\\u00e4"' }],
    ),
    all,
  );
  expect(report.counts).toEqual({ compared: 1, leftOnly: 0, rightOnly: 0, different: 0 });
  const strict = await run(sides([{ id: 'i/1', body: '' }], [{ id: 'i/1', body: '' }]), {
    ...all,
    ignoredMetadata: [],
  });
  expect(strict.differences).toMatchObject([{ kind: 'different', members: ['@metadata.@change-vector'] }]);
});

it('compares only the chosen collections', async () => {
  const report = await run(
    sides(
      [
        { id: 'a/1', body: '' },
        { id: 'b/1', body: '', collection: 'Others' },
      ],
      [],
    ),
    { ...all, collections: ['Others'] },
  );
  expect(report.differences.map(({ id }) => id)).toEqual(['b/1']);
});

it('says where it stopped at the limit', async () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ id: `items/${10 + n}`, body: '' }));
  const report = await run(sides(many, many), { ...all, most: 10 });
  expect(report.counts.compared).toBe(10);
  expect(report.limit).toBe('Stopped after 10 documents of a side, before items/20.');
});

it('compares the newest documents of both sides with their counterparts', async () => {
  const report = await run(
    sides(
      [
        { id: 'i/3', body: '"N":3' },
        { id: 'i/2', body: '' },
        { id: 'i/1', body: '' },
      ],
      [
        { id: 'i/9', body: '' },
        { id: 'i/2', body: '' },
        { id: 'i/3', body: '"N":4' },
      ],
    ),
    { ...all, extent: 'newest' },
  );
  expect(report.counts).toEqual({ compared: 3, leftOnly: 0, rightOnly: 1, different: 1 });
  expect(report.limit).toBe('Only the newest 2 documents of each collection and side were compared.');
});

it('drops differences that are gone when the documents are read again', async () => {
  const right: Stored[] = [];
  let requests = 0;
  const both = sides([{ id: 'i/1', body: '' }], right, () => {
    requests++;
    if (requests === 3) right.push({ id: 'i/1', body: '' });
  });
  const report = await run(both, all);
  expect(report).toMatchObject({ differences: [], settled: 1, counts: { compared: 1, leftOnly: 0 } });
});

it('refuses a server that does not return documents in the order of ids', async () => {
  const port = scriptedPort({
    http: () => ({ body: '{"Results":[{"@metadata":{"@id":"b"}},{"@metadata":{"@id":"a"}}]}' }),
  });
  const server = new ServerClient(port, 'c1');
  const both = { left: server.database('left'), right: server.database('right') };
  await expect(run(both, all)).rejects.toThrow('returned the document a after b');
});

it('stops when it is cancelled', async () => {
  const abort = new AbortController();
  const both = sides([{ id: 'i/1', body: '' }], [], () => abort.abort());
  await expect(compareDocuments(both, ['Items'], all, abort.signal, () => undefined)).rejects.toThrow();
});
