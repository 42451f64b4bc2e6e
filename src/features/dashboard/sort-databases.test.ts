import { describe, expect, it } from 'vitest';
import type { DatabaseInfo } from '../../protocol/databases.ts';
import { databaseState } from './database-state.ts';
import { sortDatabases } from './sort-databases.ts';

const info = (name: string, part: Partial<DatabaseInfo> = {}): DatabaseInfo => ({
  name,
  disabled: false,
  documents: 0,
  indexes: 0,
  indexingErrors: 0,
  sizeOnDisk: 0,
  tempBuffers: 0,
  upTime: '00:01:00',
  loadError: null,
  lockMode: 'unlocked',
  encrypted: false,
  alerts: 0,
  beingDeleted: false,
  lastBackup: null,
  ...part,
});

const sorted = (databases: readonly DatabaseInfo[], column: string, descending: boolean): string[] =>
  sortDatabases(databases, { column, descending }).map((each) => each.name);

describe('sortDatabases', () => {
  it('sorts by the shown name where databases have display names', () => {
    const rows = sortDatabases([info('a'), info('b')], { column: 'name', descending: false }, ({ name }) =>
      name === 'b' ? 'A first shop' : 'Zoo',
    );
    expect(rows.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  const databases = [
    info('b', { documents: 5, upTime: '10.00:00:00' }),
    info('c', { documents: null, upTime: null }),
    info('a', { documents: 40, upTime: '9.23:00:00' }),
    info('d', { documents: 5 }),
  ];

  it('sorts numbers numerically, unknown values last in both directions, ties by name', () => {
    expect(sorted(databases, 'documents', false)).toEqual(['b', 'd', 'a', 'c']);
    expect(sorted(databases, 'documents', true)).toEqual(['a', 'b', 'd', 'c']);
  });

  it('sorts times by duration, not by text', () => {
    expect(sorted(databases, 'uptime', true)).toEqual(['b', 'a', 'd', 'c']);
  });
});

describe('databaseState', () => {
  it.each([
    [{}, 'Online'],
    [{ upTime: null }, 'Idle'],
    [{ disabled: true, upTime: null }, 'Disabled'],
    [{ loadError: 'The journal is damaged.' }, 'Load error'],
    [{ loadError: 'gone', beingDeleted: true }, 'Being deleted'],
  ])('%o is %s', (part, label) => {
    expect(databaseState(info('x', part)).label).toBe(label);
  });
});
