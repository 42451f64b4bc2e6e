import { expect, it } from 'vitest';
import {
  isSameFile,
  readUnfinishedImport,
  unfinishedText,
  writeUnfinishedImport,
  type UnfinishedImport,
} from './unfinished-import.ts';

const unfinished: UnfinishedImport = {
  fileName: 'shop.ravendbdump',
  size: 2_000,
  startedAt: '2026-01-01T00:00:00.000Z',
  bytes: 500,
  ended: 'cancelled',
};

function session() {
  let kept: unknown;
  return {
    readDatabaseState: () => kept,
    writeDatabaseState: (_feature: string, state: unknown) => {
      kept = state;
    },
  };
}

it('is kept until it is removed', () => {
  const state = session();
  expect(readUnfinishedImport(state)).toBeNull();
  writeUnfinishedImport(state, unfinished);
  expect(readUnfinishedImport(state)).toEqual(unfinished);
  writeUnfinishedImport(state, null);
  expect(readUnfinishedImport(state)).toBeNull();
});

it('ignores a record that it cannot read', () => {
  const state = session();
  state.writeDatabaseState('unfinished-import', { fileName: 5 });
  expect(readUnfinishedImport(state)).toBeNull();
});

it('compares name and size of a chosen file', () => {
  expect(isSameFile(unfinished, { name: 'shop.ravendbdump', size: 2_000 })).toBe(true);
  expect(isSameFile(unfinished, { name: 'shop.ravendbdump', size: 2_001 })).toBe(false);
});

it('says how the import ended and how far it was', () => {
  const text = unfinishedText(unfinished, 'Shop');
  expect(text).toContain('was cancelled after');
  expect(text).toContain('25');
  expect(unfinishedText({ ...unfinished, bytes: null, ended: null }, 'Shop')).toContain('cut off');
});
