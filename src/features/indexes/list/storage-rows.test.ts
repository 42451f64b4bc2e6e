import { expect, it } from 'vitest';
import type { EnvironmentStorage } from '../../../protocol/environment-storage.ts';
import { listedParts, storageJson, storageRows } from './storage-rows.ts';

const storage: EnvironmentStorage = {
  data: 8 * 1024,
  used: 5 * 1024,
  free: 3 * 1024,
  journals: 1024,
  journalFiles: 1,
  temporary: new Map([
    ['Scratch', 2048],
    ['Novel', 1],
  ]),
  parts: [],
};

it('splits the size and states the growth since the screen was opened', () => {
  const first = { total: { at: 1, value: 6 * 1024 }, used: { at: 1, value: 5 * 1024 } };
  const rows = storageRows(storage, first, (at) => `t${at}`);
  expect(rows.map(({ label, value, note }) => `${label}: ${value}, ${note ?? ''}`)).toEqual([
    'Size on disk: 9 KB, +3 KB since t1',
    'Data file: 8 KB, ',
    'In use: 5 KB, unchanged since t1',
    'Free in the data file: 3 KB, reused by later entries',
    'Journals: 1 KB, 1 file',
    'Scratch buffers: 2 KB, temporary, not in the size on disk',
    'Novel: 1 B, temporary, not in the size on disk',
  ]);
});

it('shows what a server does not report as unknown, not as zero', () => {
  const rows = storageRows(
    { ...storage, data: null, used: null, free: null },
    { total: undefined, used: undefined },
    String,
  );
  expect(rows.slice(0, 4).map(({ value }) => value)).toEqual(['–', '–', '–', '–']);
});

it('lists the largest parts and sums the others, and copies all', () => {
  const parts = Array.from({ length: 20 }, (_, place) => ({
    name: `tree ${place}`,
    type: 'Set',
    bytes: 100 - place,
    reserved: 0,
    entries: place,
  }));
  const listed = listedParts(parts);
  expect(listed).toHaveLength(9);
  expect(listed.at(-1)).toMatchObject({ name: '12 other parts', entries: null });
  expect(listed.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
    parts.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  expect(listedParts(parts.slice(0, 9))).toHaveLength(9);
  const copied = JSON.parse(storageJson('A', { ...storage, parts })) as Record<string, unknown>;
  expect(copied).toMatchObject({ Index: 'A', data: 8192, temporary: { Scratch: 2048, Novel: 1 } });
  expect(copied.parts).toHaveLength(20);
});
