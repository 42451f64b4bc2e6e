import { expect, test, vi } from 'vitest';
import { ioKinds } from '../io-kinds.ts';
import { readMetrics } from './metrics-reader.ts';

// The types of Node are not part of the renderer.
const { readFileSync } = await vi.importActual<{ readFileSync(path: URL): Uint8Array }>('node:fs');
/** What the export of recordings writes; a test of the crate compares its output with the same file. */
const path = new URL('../../../../native/recording/tests/data/io-metrics.expected', import.meta.url);

test('reads the I/O statistics of a recording', () => {
  const read = readMetrics(readFileSync(path));
  expect(read.environments.map(({ type, path: folder }) => [type, folder])).toEqual([
    ['Documents', 'Databases/shop'],
    ['Index', 'Databases/shop/Indexes/Orders_ByCompany'],
  ]);
  expect([read.events, read.unreadable, read.unknownTypes]).toEqual([7, 0, []]);
  const journal = ioKinds.findIndex(({ type }) => type === 'JournalWrite');
  const lane = read.lanes.find(({ environment, kind }) => environment === 0 && kind === journal)?.batch;
  expect([...(lane?.duration.slice(0, 3) ?? [])].map((ms) => Math.round(ms * 1000))).toEqual([
    1000, 1010, 1020,
  ]);
  expect(lane?.start[0]).toBe(Date.UTC(2026, 4, 1, 10));
});
