import { expect, it } from 'vitest';
import type { RestorePoint } from '../../../protocol/restore.ts';
import { baseName, filterPoints, pointsAsCsv, pointType, suggestedName } from './point-text.ts';

const point = (part: Partial<RestorePoint> = {}): RestorePoint => ({
  at: '2026-11-24 02:49:42',
  location: '/b/x',
  file: '/b/x/2026-11-24-02-49-42.ravendb-full-backup',
  snapshot: false,
  incremental: false,
  encrypted: false,
  files: 1,
  database: 'Shop',
  node: 'A',
  ...part,
});

it('names types and files', () => {
  expect(
    [point(), point({ snapshot: true }), point({ incremental: true, snapshot: true })].map(pointType),
  ).toEqual(['Full', 'Snapshot', 'Incremental']);
  expect(baseName('C:\\b\\x\\file')).toBe('file');
  expect(baseName('/b/x/file')).toBe('file');
});

it('filters by database and text, in either case', () => {
  const all = [point(), point({ database: 'Other' }), point({ database: null, at: '2025-01-01 00:00:00' })];
  expect(filterPoints(all, '', 'shop')).toEqual([all[0], all[2]]);
  expect(filterPoints(all, 'OTHER', null)).toEqual([all[1]]);
  expect(filterPoints(all, '2025', null)).toEqual([all[2]]);
});

it('writes a file', () => {
  expect(pointsAsCsv([point({ encrypted: true })]).split('\r\n')[1]).toBe(
    '2026-11-24 02:49:42,Full,Shop,A,yes,1,/b/x/2026-11-24-02-49-42.ravendb-full-backup',
  );
});

it('suggests a name that is free', () => {
  expect(suggestedName('Shop', [])).toBe('Shop-restored');
  expect(suggestedName('Shop', ['shop-restored', 'Shop-restored-2'])).toBe('Shop-restored-3');
});
