import { summarise } from '../../../ui/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentId, findColumns } from './result-columns.ts';
import { toCsv, toJson } from './results-csv.ts';

const order = (id: string, rest: Record<string, unknown>) => ({ ...rest, '@metadata': { '@id': id } });

test('has the id and every member as columns, in order, without metadata', () => {
  const columns = findColumns([
    order('orders/1-A', { Freight: 1.5, ShipTo: { City: 'Bilbao' } }),
    order('orders/2-A', { Freight: null, Note: 'x' }),
  ]);
  expect(columns.map((column) => column.name)).toEqual(['@id', 'Freight', 'ShipTo', 'Note']);
  expect(columns.map((column) => column.numeric)).toEqual([false, true, false, false]);
});

test('has no id column for projections without an id', () => {
  expect(
    findColumns([{ Company: 'c', N: 2, '@metadata': { '@projection': true } }]).map((column) => column.name),
  ).toEqual(['Company', 'N']);
  expect(documentId({ Company: 'c' })).toBeNull();
});

test('finds a member that only late rows of a large result have', () => {
  const rows = Array.from({ length: 5000 }, (_, i) => (i > 4000 ? { a: i, late: 1 } : { a: i }));
  expect(findColumns(rows).map((column) => column.name)).toContain('late');
});

test.each([
  [{ a: 1, b: 'x', c: [1], d: {}, e: 5 }, 'object', '{ a: 1, b: "x", c: [1], d: {…}, … }'],
  [[1, 2, 3], 'list', '[1, 2, 3]'],
  [[1, 2, 3, 4, 5], 'list', '[1, 2, 3, 4, …] 5 items'],
  [[{}, {}], 'list', '[ … ] 2 items'],
  ['two\nlines', 'text', 'two lines'],
  [null, 'null', 'null'],
  [undefined, 'missing', ''],
])('summarises %j', (value, kind, text) => {
  expect(summarise(value)).toMatchObject({ kind, text });
});

test('marks a number that exceeds JavaScript precision', () => {
  expect(summarise(2 ** 60).inexact).toBe(true);
  expect(summarise(0.1).inexact).toBe(false);
});

const answer = (...rows: unknown[]) => JSON.stringify({ TotalResults: rows.length, Results: rows });

test('quotes CSV where needed and writes nested values as JSON', () => {
  expect(
    toCsv(
      answer(
        order('a/1', { Name: 'say "hi", you', Tags: ['x'], None: null }),
        order('a/2', { Name: ' pad', Late: true }),
      ),
    ),
  ).toBe(
    ['@id,Name,Tags,None,Late', 'a/1,"say ""hi"", you","[""x""]",,', 'a/2," pad",,,true', ''].join('\r\n'),
  );
});

/** An RFC 4180 reader, independent of the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (text[at] !== '"') value += text[at] ?? '';
        else if (text[at + 1] === '"') value += text[at++] ?? '';
        else break;
      }
      at++;
    } else while (at < text.length && !',\r'.includes(text[at] ?? '')) value += text[at++] ?? '';
    rows.at(-1)?.push(value);
    if (text[at] === ',') {
      at++;
      if (at === text.length || text.startsWith('\r\n', at)) rows.at(-1)?.push('');
    }
    if (text.startsWith('\r\n', at)) {
      at += 2;
      if (at < text.length) rows.push([]);
    }
  }
  return rows;
}

/** As `src/ui/csv-text.test.ts` specifies it. */
function guarded(text: string): string {
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNumber ? `'${text}` : text;
}

test('round-trips every text through CSV, but for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ a: fc.string(), b: fc.string({ unit: 'binary' }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      (rows) => {
        const [head, ...body] = readCsv(toCsv(answer(...rows)));
        expect(head).toEqual(['a', 'b']);
        expect(body).toEqual(rows.map((row) => [guarded(row.a), guarded(row.b)]));
      },
    ),
  );
});

test('keeps every digit in CSV, and accepts rows that are not objects', () => {
  const raw = '{"Results":[{"Big":12345678901234567890,"Exact":1.50,"List":[1.0, 2]},7]}';
  expect(toCsv(raw)).toBe('Big,Exact,List,Value\r\n12345678901234567890,1.50,"[1.0, 2]",\r\n,,,7\r\n');
});

test('keeps every digit in JSON', () => {
  const raw = '{"TotalResults":1,"Results":[{"Big":12345678901234567890,"Exact":1.50}],"Includes":{}}';
  expect(toJson(raw)).toBe('[\n  {\n    "Big": 12345678901234567890,\n    "Exact": 1.50\n  }\n]\n');
});
