import { expect, it } from 'vitest';
import { dumpItem } from '../../contract/index.ts';
import { optionsProblem, readTransferState, toExportOptions, wholeDatabase } from './transfer-state.ts';

it('starts with all items and the defaults of servers', () => {
  const { view, exported, imported } = readTransferState(undefined);
  expect(view).toBe('export');
  expect(exported.items).toContain('Documents');
  expect(exported).toMatchObject({ collections: null, compression: 'Zstd', includeArtificial: false });
  expect(imported).toMatchObject({ skipRevisionCreation: false, includeArchived: true });
});

it('replaces invalid members one by one', () => {
  const saved = { view: 'x', exported: { items: ['Documents'], compression: 'Brotli', collections: ['A'] } };
  expect(readTransferState(saved)).toMatchObject({
    view: 'export',
    exported: { items: ['Documents'], compression: 'Zstd', collections: ['A'] },
  });
});

it('needs items, and collections when not all are exported', () => {
  const { exported, imported } = readTransferState(undefined);
  expect(optionsProblem(exported)).toBeUndefined();
  expect(optionsProblem({ ...imported, items: [] })).toBe('Select at least one kind of items.');
  expect(optionsProblem({ ...exported, collections: [] })).toBe('Select at least one collection.');
});

it('exports all collections as an empty list', () => {
  const { exported } = readTransferState(undefined);
  expect(toExportOptions({ ...exported, collections: null }).collections).toEqual([]);
  expect(toExportOptions({ ...exported, collections: ['A'] }).collections).toEqual(['A']);
});

it('selects every kind of items of all collections, and keeps the compression', () => {
  const { exported } = readTransferState({
    exported: { items: ['Documents'], collections: ['Orders'], transformScript: 'x', compression: 'Gzip' },
  });
  const whole = wholeDatabase(exported);
  expect(whole).toMatchObject({ collections: null, transformScript: '', compression: 'Gzip' });
  expect(whole.items).toEqual(dumpItem.options);
});
