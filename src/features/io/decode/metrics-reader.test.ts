import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatServerDate, parseServerDate } from '../../../protocol/server-date.ts';
import { accelerationOf, compressedOf } from './event-extra.ts';
import { JsonBytes, numberOf, textOf, type JsonSink } from './json-bytes.ts';
import { MetricsReader, readMetrics } from './metrics-reader.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Builds the value, to compare it with JSON.parse. */
function parseWith(text: string, cuts: readonly number[]): unknown {
  const stack: { value: unknown[] | Record<string, unknown>; name: string }[] = [];
  let result: unknown;
  let name = '';
  const put = (value: unknown): void => {
    const top = stack.at(-1)?.value;
    if (Array.isArray(top)) top.push(value);
    else if (top)
      Object.defineProperty(top, name, { value, enumerable: true, configurable: true, writable: true });
    else result = value;
  };
  const open = (value: unknown[] | Record<string, unknown>): void => {
    put(value);
    stack.push({ value, name });
  };
  const close = (): void => {
    name = stack.pop()?.name ?? '';
  };
  const sink: JsonSink = {
    beginObject: () => open({}),
    endObject: close,
    beginArray: () => open([]),
    endArray: close,
    key: (...token) => (name = textOf(...token)),
    string: (...token) => put(textOf(...token)),
    number: (...token) => put(numberOf(...token)),
    literal: () => put(null),
  };
  const reader = new JsonBytes(sink);
  const all = bytes(text);
  const places = [0, ...cuts.map((cut) => cut % (all.length + 1)), all.length].sort((a, b) => a - b);
  for (let i = 1; i < places.length; i++) reader.feed(all.subarray(places[i - 1], places[i]));
  reader.finish();
  return result;
}

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.integer(),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((n) => Math.round(n * 100) / 100),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('JSON from bytes', () => {
  test('equals JSON.parse for any chunk boundaries', () => {
    fc.assert(
      fc.property(
        values,
        fc.array(fc.nat(500), { maxLength: 5 }),
        fc.constantFrom(0, 1),
        (value, cuts, indent) => {
          const text = JSON.stringify(value, null, indent);
          expect(parseWith(text, cuts)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  test('rejects what JSON.parse rejects', () => {
    for (const text of [
      '',
      '{',
      '[1,]',
      '{"a"}',
      '{"a":1,}',
      '[1 2]',
      '"open',
      '{"a":tru}',
      ']',
      '1 2',
      '{1:2}',
      '[}',
    ])
      expect(() => parseWith(text, []), text).toThrow(/invalid JSON/);
  });

  test('rejects a file built to exhaust memory', () => {
    expect(() => parseWith('['.repeat(100_000), [])).toThrow(/200 levels/);
    expect(() => parseWith(`"${'x'.repeat(1 << 21)}`, [1 << 20])).toThrow(/1 MB/);
  });
});

const start = '2026-05-01T10:00:01.1234567Z';
const recording = {
  Performances: [
    { MetricType: 'Transaction', Recent: [{ Start: start, Type: 'JournalWrite', Duration: 1 }] },
  ],
  Environments: [
    {
      Files: [
        {
          Recent: [
            {
              Start: start,
              Size: 4096,
              HumaneSize: '4 KB',
              FileSize: 65_536,
              Duration: 1.25,
              Type: 'JournalWrite',
            },
            { Start: start, Duration: 1, Size: 1, Type: 'JournalWait' },
            { Start: 'yesterday', Duration: 1, Size: 1, Type: 'DataSync' },
            {
              Type: 'Compression',
              Start: start,
              OriginalSize: 900,
              CompressedSize: 300,
              Acceleration: 7,
              Duration: 0.1,
            },
          ],
          History: [
            {
              Type: 'DataFlush',
              Start: start,
              End: '2026-05-01T10:00:02.1234567Z',
              Size: 8,
              Duration: 1000,
              ActiveDuration: 20,
              MaxDuration: 9,
              MinDuration: 1,
            },
          ],
          Status: 'Closed',
          File: '0001.journal',
        },
      ],
      Type: 'Documents',
      Path: 'C:\\data\\ü',
    },
  ],
};

describe('a recording from bytes', () => {
  test('reads members in any order, and reports what it skipped', () => {
    const read = readMetrics(JSON.stringify(recording));
    expect(read.environments).toEqual([
      { path: 'C:\\data\\ü', type: 'Documents', files: [{ name: '0001.journal', status: 'Closed' }] },
    ]);
    expect(read.unknownTypes).toEqual([['JournalWait', 1]]);
    expect(read.unreadable).toBe(1);
    expect(read.events).toBe(2);
    const journal = read.lanes.find(({ kind }) => kind === 0)?.batch;
    expect(formatServerDate(journal?.start[0] ?? 0)).toMatch(/^2026-05-01T10:00:01\.12345/);
    expect([journal?.duration[0], journal?.size[0], journal?.extra[0]]).toEqual([1.25, 4096, 65_536]);
    const compression = read.lanes.find(({ kind }) => kind === 3)?.batch;
    expect(compression?.size[0]).toBe(900);
    expect([compressedOf(compression?.extra[0] ?? 0), accelerationOf(compression?.extra[0] ?? 0)]).toEqual([
      300, 7,
    ]);
    expect(read.summaries[0]).toMatchObject({ kind: 1, file: 0, size: 8, active: 20, longest: 9 });
  });

  test('rejects an invalid file with a reason', () => {
    expect(() => readMetrics('{"Results":[]}')).toThrow(/no "Environments" array/);
    expect(() => readMetrics('{"Environments":[{"Type":"Documents"}]}')).toThrow(/no "Path"/);
    expect(() => readMetrics('<html>')).toThrow(/invalid JSON.*byte 0/);
    expect(() => readMetrics(JSON.stringify(recording).slice(0, -3))).toThrow(/end of file/);
  });

  test('parses dates equal to the general parser', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 9999 }), (ms, ticks) => {
        const text = formatServerDate(ms + ticks / 10_000);
        const reader = new MetricsReader();
        reader.feed(
          bytes(
            `{"Environments":[{"Path":"p","Type":"t","Files":[{"File":"f","Recent":[{"Type":"DataSync","Start":"${text}","Duration":0}]}]}]}`,
          ),
        );
        expect(reader.finish().lanes[0]?.batch.start[0]).toBe(parseServerDate(text));
      }),
    );
  });
});
