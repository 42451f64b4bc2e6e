import { expect, it } from 'vitest';
import { optionsProblem, readTransferState, toExportOptions, toImportOptions } from './transfer-state.ts';

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

it('sends a saved script only to a server that runs it', () => {
  const { exported, imported } = readTransferState(undefined);
  const transformScript = 'this.A = 1;';
  expect(toExportOptions({ ...exported, transformScript }, false).transformScript).toBe('');
  expect(toExportOptions({ ...exported, transformScript }, true)).toMatchObject({
    transformScript,
    collections: [],
  });
  expect(toImportOptions({ ...imported, transformScript }, false).transformScript).toBe('');
});
