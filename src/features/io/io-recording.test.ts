import { describe, expect, test } from 'vitest';
import { runToEnd } from './analysis/in-slices.ts';
import { changeText, compareRecordings, shiftToAlign } from './analysis/compare-recordings.ts';
import { findEvents } from './analysis/find-events.ts';
import { readMetrics } from './decode/metrics-reader.ts';
import { csvParts, ioFileName, ioFileParts } from './io-file.ts';
import { IoRecording } from './io-recording.ts';
import { savedView, defaultView, readView, viewLink } from './view-state.ts';

const write = (second: number, duration: number, size: number) => ({
  Start: `2026-05-01T10:00:${String(second).padStart(2, '0')}.0000000Z`,
  Size: size,
  FileSize: 67_108_864,
  Duration: duration,
  Type: 'JournalWrite',
});

const snapshot = {
  Environments: [
    {
      Path: '/data/Databases/shop/Indexes/Orders_ByDay',
      Type: 'Index',
      Files: [
        {
          File: 'Raven.voron',
          Status: 'InUse',
          Recent: [{ ...write(3, 2.5, 8192), Type: 'DataSync' }],
          History: [],
        },
      ],
    },
    {
      Path: '/data/Databases/shop',
      Type: 'Documents',
      Files: [
        {
          File: '0000000000000000001.journal',
          Status: 'Closed',
          Recent: [
            write(1, 0.5, 4096),
            write(2, 1.5, 16_384),
            {
              Start: '2026-05-01T10:00:02.0000000Z',
              OriginalSize: 16_384,
              CompressedSize: 4096,
              Acceleration: 1,
              CompressionRatio: 0.25,
              Duration: 0.1,
              Type: 'Compression',
            },
          ],
          History: [
            {
              Start: '2026-05-01T09:59:00.0000000Z',
              End: '2026-05-01T09:59:30.0000000Z',
              Size: 1_000_000,
              FileSize: 67_108_864,
              Duration: 30_000,
              ActiveDuration: 120,
              MaxDuration: 9,
              MinDuration: 0.2,
              Type: 'JournalWrite',
            },
          ],
        },
      ],
    },
  ],
};

function recorded(json: unknown = snapshot) {
  const recording = new IoRecording();
  const source = recording.addSource('live:shop', 'shop', 'live');
  recording.add(source, readMetrics(JSON.stringify(json)));
  return { recording, source };
}
const textOf = (parts: Iterable<string>): string => [...parts].join('');

describe('an I/O recording', () => {
  test('stores each event once, even if a snapshot repeats it', () => {
    const { recording, source } = recorded();
    expect(recording.store.count).toBe(4);
    expect(recording.add(source, readMetrics(JSON.stringify(snapshot)))).toBe(0);
    expect(recording.store.count).toBe(4);
    expect(recording.store.folded(1, 0)).toHaveLength(1);
  });

  test('sorts environments in the usual order, and names an index by its folder', () => {
    expect(
      recorded()
        .recording.groups()
        .map(({ label }) => label),
    ).toEqual(['Documents', 'Index Orders_ByDay']);
  });

  test('maps the journal folder of live deltas to its environment', () => {
    const { recording, source } = recorded();
    const delta = {
      Environments: [
        {
          Path: '/data/Databases/shop/Journals',
          Type: 'Documents',
          Files: [{ File: '2.journal', Recent: [write(9, 1, 1)] }],
        },
      ],
    };
    expect(recording.add(source, readMetrics(JSON.stringify(delta)))).toBe(1);
    expect(recording.groups()).toHaveLength(2);
    expect(recording.environments[1]?.files.map(({ name }) => name)).toEqual([
      '0000000000000000001.journal',
      '2.journal',
    ]);
  });

  test('separates sources, names them when there are several, and removes one completely', () => {
    const { recording, source } = recorded();
    const second = recording.addSource('file:a.json', 'a.json', 'file');
    recording.add(second, readMetrics(JSON.stringify(snapshot)));
    expect(recording.store.count).toBe(8);
    expect(recording.groups().map(({ label }) => label)).toEqual([
      'Documents · shop',
      'Documents · a.json',
      'Index Orders_ByDay · shop',
      'Index Orders_ByDay · a.json',
    ]);
    recording.removeSource(source.id);
    expect(recording.store.count).toBe(4);
    expect(recording.groups().map(({ label }) => label)).toEqual(['Documents', 'Index Orders_ByDay']);
  });

  test('reads its own file back unchanged', () => {
    const { recording, source } = recorded();
    const file = textOf(ioFileParts(recording, source.id));
    const again = recorded(JSON.parse(file));
    expect(textOf(ioFileParts(again.recording, again.source.id))).toBe(file);
    expect(again.recording.store.count).toBe(4);
    const wire = JSON.parse(file) as typeof snapshot;
    const documents = wire.Environments.find(({ Type }) => Type === 'Documents');
    expect(documents?.Files[0]?.Recent[0]).toMatchObject(write(1, 0.5, 4096));
    expect(documents?.Files[0]?.Recent.at(-1)).toMatchObject({
      CompressedSize: 4096,
      Acceleration: 1,
      CompressionRatio: 0.25,
    });
    expect(documents?.Files[0]?.History[0]).toMatchObject({
      MaxDuration: 9,
      ActiveDuration: 120,
      Duration: 30_000,
    });
  });

  test('exports CSV without formulas', () => {
    const { recording } = recorded({
      Environments: [
        { Path: '=cmd()', Type: 'Documents', Files: [{ File: 'a,"b"', Recent: [write(1, 0.5, 4096)] }] },
      ],
    });
    const lines = textOf(csvParts(recording)).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe(
      `shop,Documents,'=cmd(),"a,""b""",JournalWrite,2026-05-01T10:00:01.0000000Z,0.5,4096,67108864,,false`,
    );
  });
});

test('finds events by file, environment, kind, size and duration, sorted by time', () => {
  const { recording } = recorded();
  const find = (query: object) => {
    const plain = { text: '', kind: -1, atLeastBytes: 0, atLeastMs: 0 };
    const { count, hits } = runToEnd(findEvents(recording, { ...plain, ...query }, undefined));
    expect(hits).toHaveLength(count);
    return hits.map(({ lane, row }) => lane.rows.size[row]);
  };
  expect(find({})).toEqual([4096, 16_384, 16_384, 8192]);
  expect(find({ text: 'ORDERS' })).toEqual([8192]);
  expect(find({ text: '.journal', kind: 0 })).toEqual([4096, 16_384]);
  expect(find({ atLeastMs: 1 })).toEqual([16_384, 8192]);
  expect(find({ atLeastBytes: 10_000, kind: 0 })).toEqual([16_384]);
  expect(find({ text: 'nowhere' })).toEqual([]);
});

test('compares two recordings per environment, with aligned clocks', () => {
  const { recording, source } = recorded();
  const second = recording.addSource('file:b', 'b', 'file');
  const later = JSON.stringify(snapshot)
    .replaceAll('T10:', 'T14:')
    .replaceAll('"Duration":1.5', '"Duration":3');
  recording.add(second, readMetrics(later));
  const shift = shiftToAlign(recording, source.id, second.id);
  expect(shift).toBe(-4 * 3_600_000);
  recording.shiftSource(second.id, shift);
  const from = Date.UTC(2026, 4, 1, 10);
  const rows = runToEnd(compareRecordings(recording, source, second, { from, to: from + 60_000 }));
  expect(rows.map(({ name, kind, a, b }) => [name, kind.type, a?.max, b?.max])).toEqual([
    ['Documents', 'JournalWrite', 1.5, 3],
    ['Documents', 'Compression', expect.closeTo(0.1), expect.closeTo(0.1)],
    ['Index Orders_ByDay', 'DataSync', 2.5, 2.5],
  ]);
  expect([changeText(2, 3), changeText(3, 3), changeText(0, 1), changeText(1, 0), changeText(1, 20)]).toEqual(
    ['+50 %', 'same', 'new', 'gone', '× 20.0'],
  );
});

test('restores a view from its link and from its JSON, and rejects anything else', () => {
  const view = { ...defaultView, view: { from: 1, to: 2 }, utc: true };
  expect(readView(viewLink(view))).toEqual(view);
  expect(readView(JSON.stringify(view))).toEqual(view);
  expect(() => readView('hello')).toThrow(/This is not a view/);
  expect(() => readView('{"version":1}')).toThrow(/not a timeline view/);
  expect(savedView({ nonsense: true })).toEqual(defaultView);
});

test('uses the file name of RavenDB Studio', () => {
  expect(ioFileName('my shop', new Date(2026, 4, 1, 9, 5))).toBe('IOStats-of-my_shop-2026-05-01-09-05.json');
});
