import { expect, it } from 'vitest';
import { settingRows } from '../rows/setting-rows.ts';
import { definitionDifferences } from './definition-differences.ts';
import type { Structure } from './reading.ts';
import { recordSettings } from './record-settings.ts';

const failed = { kind: 'failed' as const, error: new Error('not part of this test') };
const structure = (record: object): Structure => ({
  version: failed,
  definitions: failed,
  settings: { kind: 'read', value: recordSettings(JSON.stringify(record)) },
});

it('compares set values by their path, without what differs between any two databases', () => {
  const rows = settingRows({
    left: structure({
      DatabaseName: 'a',
      Topology: { Members: ['A'] },
      Revisions: { Default: { Disabled: false, MinimumRevisionsToKeep: 5 } },
      Expiration: null,
      RavenEtls: [],
    }),
    right: structure({ DatabaseName: 'b', Revisions: { Default: { Disabled: false } } }),
  });
  expect(rows.map(({ subject, left, right, state, note }) => [subject, left, right, state, note])).toEqual([
    ['Revisions › Default › Disabled', 'false', 'false', 'same', ''],
    ['Revisions › Default › MinimumRevisionsToKeep', '5', null, 'different', 'Not set on the right'],
  ]);
});

it('compares secrets without showing them', () => {
  const side = (secret: string) => structure({ SqlConnectionStrings: { x: { ConnectionString: secret } } });
  const rows = settingRows({ left: side('Password=one'), right: side('Password=two') });
  expect(rows).toMatchObject([{ left: 'hidden', right: 'hidden', state: 'different' }]);
  expect(settingRows({ left: side('same'), right: side('same') })).toMatchObject([{ state: 'same' }]);
});

it('rejects a record that is no object', () => {
  expect(() => recordSettings('[]')).toThrow('not a JSON object');
});

it('compares definitions without defaults, state and kinds of line breaks', () => {
  const one = {
    Maps: ['from u in docs.Users\r\nselect new { u.Name }'],
    Fields: { Name: { Storage: 'No', Indexing: null, Suggestions: false } },
    Reduce: null,
    LockMode: 'LockedError',
    ClusterState: { LastIndex: 4 },
  };
  expect(definitionDifferences(one, { Maps: ['from u in docs.Users\nselect new { u.Name }'] })).toEqual([]);
  expect(
    definitionDifferences(one, {
      Maps: ['from u in docs.Users select new { u.Age }'],
      Fields: { Name: { Storage: 'Yes' } },
    }),
  ).toEqual(['Fields', 'Maps']);
});
