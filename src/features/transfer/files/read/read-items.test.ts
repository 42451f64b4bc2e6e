import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCells } from './csv-cells.ts';
import { csvSplitter } from './csv-rows.ts';
import { MAX_ITEM_BYTES, type FileItem, type Splitter } from './item.ts';
import { jsonSplitter } from './json-values.ts';
import { splitLines } from './ndjson.ts';
import { readItems } from './read-items.ts';

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

async function read(
  bytes: Uint8Array,
  splitter: Splitter,
  sizes: readonly number[] = [],
): Promise<FileItem[]> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (const size of sizes) {
      yield await Promise.resolve(bytes.subarray(at, at + size));
      at += size;
    }
    yield bytes.subarray(at);
  }
  const items: FileItem[] = [];
  for await (const some of readItems(pieces(), splitter, { offset: 0, line: 1 })) items.push(...some);
  return items;
}

const short = (items: readonly FileItem[]) =>
  items.map((item) => [
    item.line,
    item.offset,
    item.kind === 'item' ? item.text : `${item.kind}: ${item.reason}`,
  ]);

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 });

describe('NDJSON', () => {
  it('finds lines with their offsets, and skips blank ones', async () => {
    expect(short(await read(bytesOf('{"a":1}\r\n\n  {"é":2}  \n{"b":3}'), splitLines))).toEqual([
      [1, 0, '{"a":1}'],
      [3, 12, '{"é":2}'],
      [4, 23, '{"b":3}'],
    ]);
  });

  it('rejects a line with invalid UTF-8 and names the byte', async () => {
    const bytes = new Uint8Array([...bytesOf('1\n'), 0x22, 0xe9, 0x22, 0x0a, ...bytesOf('2')]);
    expect(short(await read(bytes, splitLines))).toEqual([
      [1, 0, '1'],
      [2, 2, 'rejected: The text is not UTF-8: byte E9 at offset 3.'],
      [3, 6, '2'],
    ]);
  });

  it('rejects a line that is too long and continues after it', async () => {
    const long = new Uint8Array(MAX_ITEM_BYTES + 5).fill(0x20);
    const bytes = new Uint8Array(2 + long.length + 3);
    bytes.set(bytesOf('1\n'));
    bytes.set(long, 2);
    bytes.set(bytesOf('\n2\n'), 2 + long.length);
    const items = await read(bytes, splitLines, [1_000_000, 6_000_000, 2_000_000]);
    expect(short(items)).toEqual([
      [1, 0, '1'],
      [2, 2, 'rejected: The line is longer than 8 MB.'],
      [3, 2 + long.length + 1, '2'],
    ]);
  });
});

describe('JSON', () => {
  it('reads the values of an array that is spread over lines', async () => {
    expect(
      short(await read(bytesOf(' [ {"a":[1,"]"]} ,\n{"b":"\\"}"}\n]\n'), jsonSplitter(true, false))),
    ).toEqual([
      [1, 3, '{"a":[1,"]"]}'],
      [2, 19, '{"b":"\\"}"}'],
    ]);
  });

  it.each([
    ['[{"a":1}', 8, 'The file ends before the end of the array: it is incomplete.'],
    ['[{"a":1},{"b":', 9, 'The file ends inside of a value: it is incomplete.'],
    ['[{"a":1} {"b":2}]', 9, 'There is no comma between two values of the array.'],
    ['[{"a":1},]', 9, 'A value of the array is missing.'],
    ['[{"a":1}] x', 10, 'The file continues after the end of the array.'],
  ])('stops at the damage of %s', async (text, offset, reason) => {
    expect((await read(bytesOf(text), jsonSplitter(true, false))).at(-1)).toMatchObject({
      kind: 'fatal',
      offset,
      reason,
    });
  });

  it('continues behind a value', async () => {
    expect(short(await read(bytesOf(',{"b":2}]'), jsonSplitter(true, true)))).toEqual([[1, 1, '{"b":2}']]);
  });

  it('reads values one after another', async () => {
    const text = '{\n"a":1}\n{"b":2}{"c":3}';
    expect(short(await read(bytesOf(text), jsonSplitter(false, false)))).toEqual([
      [1, 0, '{\n"a":1}'],
      [3, 9, '{"b":2}'],
      [3, 16, '{"c":3}'],
    ]);
  });

  it('stops at 100,000 open brackets without recursion', async () => {
    expect(short(await read(bytesOf('[' + '['.repeat(100_000)), jsonSplitter(true, false)))).toEqual([
      [1, 1, 'fatal: The file ends inside of a value: it is incomplete.'],
    ]);
  });
});

describe('CSV', () => {
  it('keeps line breaks, delimiters and doubled quotes of quoted cells', async () => {
    const items = await read(bytesOf('a,"b\n,""x"""\r\nc,d\n'), csvSplitter(','));
    expect(short(items)).toEqual([
      [1, 0, 'a,"b\n,""x"""'],
      [3, 14, 'c,d'],
    ]);
    expect(splitCells('a,"b\n,""x"""', ',')).toEqual([
      { text: 'a', quoted: false },
      { text: 'b\n,"x"', quoted: true },
    ]);
  });

  it('rejects the line of an open quote and continues in the next line', async () => {
    expect(short(await read(bytesOf('1,"a\n2,b\n3,c\n'), csvSplitter(',')))).toEqual([
      [1, 0, 'rejected: A quote at the start of a cell is not closed.'],
      [2, 5, '2,b'],
      [3, 9, '3,c'],
    ]);
  });

  it('rejects text after a closing quote', async () => {
    expect(short(await read(bytesOf('1,"a"b\n2,b'), csvSplitter(',')))).toEqual([
      [1, 0, 'rejected: There is text after the closing quote of a cell.'],
      [2, 7, '2,b'],
    ]);
  });
});

it.each([
  ['NDJSON', () => splitLines],
  ['a JSON array', () => jsonSplitter(true, false)],
  ['JSON values', () => jsonSplitter(false, false)],
  ['CSV', () => csvSplitter(';')],
] as const)('reads %s in the same way whatever the pieces are', async (_, splitter) => {
  const pieces = fc.array(
    fc.constantFrom(
      '{"a":1}',
      '[',
      ']',
      ',',
      ';',
      '"',
      '""',
      '\n',
      '\r\n',
      'é',
      '\\',
      ' ',
      'x',
      '{',
      '}',
      '😀',
    ),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(pieces, sizes, async (parts, cuts) => {
      const bytes = bytesOf(parts.join(''));
      const whole = await read(bytes, splitter());
      expect(await read(bytes, splitter(), cuts)).toEqual(whole);
      // Offsets and ends are in order and cover only the file.
      let last = 0;
      for (const { offset, end } of whole) {
        expect(offset).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThanOrEqual(offset);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 400 },
  );
});

it('continues at the end of any item with the same items', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a;b', '"x\ny";z', '"open', ''), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      async (rows, pick) => {
        const bytes = bytesOf(rows.join('\n'));
        const whole = await read(bytes, csvSplitter(';'));
        const at = whole[pick % Math.max(1, whole.length)];
        if (!at) return;
        async function* rest(): AsyncGenerator<Uint8Array> {
          yield await Promise.resolve(bytes.subarray(at?.end));
        }
        const items: FileItem[] = [];
        const start = { offset: at.end, line: at.endLine };
        for await (const some of readItems(rest(), csvSplitter(';'), start)) items.push(...some);
        expect(items).toEqual(whole.slice(whole.indexOf(at) + 1));
      },
    ),
  );
});
