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

it('hides what gives access to other systems, and shows their harmless members', () => {
  const record = {
    PeriodicBackups: [
      {
        Name: 'Nightly',
        TaskId: 7,
        FullBackupFrequency: '0 2 * * *',
        AzureSettings: { AccountName: 'HIDE', AccountKey: 'HIDE', StorageContainer: 'backups' },
        S3Settings: { AwsSessionToken: 'HIDE', BucketName: 'shop' },
        BackupEncryptionSettings: { Key: 'HIDE', EncryptionMode: 'UseProvidedKey' },
      },
    ],
    QueueConnectionStrings: {
      k: {
        Name: 'k',
        KafkaConnectionSettings: { ConnectionOptions: { 'ssl.key.pem': 'HIDE', Name: 'HIDE' } },
      },
    },
    SinkPullReplications: [{ Name: 's', CertificateWithPrivateKey: 'HIDE' }],
    HubPullReplications: [{ Name: 'h', Certificates: { AB: 'HIDE' } }],
    ElasticSearchConnectionStrings: {
      e: { Authentication: { Certificate: { CertificatesBase64: ['HIDE'] } } },
    },
    Integrations: { PostgreSql: { Authentication: { Users: [{ Username: 'HIDE', Password: 'HIDE' }] } } },
    Revisions: { Collections: { Turkeys: { MinimumRevisionsToKeep: 3 } } },
  };
  const rows = settingRows({ left: structure(record), right: structure({}) });
  expect(JSON.stringify(rows)).not.toContain('HIDE');
  expect(rows.filter(({ left }) => left !== 'hidden').map(({ subject, left }) => [subject, left])).toEqual([
    ['HubPullReplications › [h] › Name', 'h'],
    ['PeriodicBackups › [Nightly] › AzureSettings › StorageContainer', 'backups'],
    ['PeriodicBackups › [Nightly] › BackupEncryptionSettings › EncryptionMode', 'UseProvidedKey'],
    ['PeriodicBackups › [Nightly] › FullBackupFrequency', '0 2 * * *'],
    ['PeriodicBackups › [Nightly] › Name', 'Nightly'],
    ['PeriodicBackups › [Nightly] › S3Settings › BucketName', 'shop'],
    ['QueueConnectionStrings › k › Name', 'k'],
    ['Revisions › Collections › Turkeys › MinimumRevisionsToKeep', '3'],
    ['SinkPullReplications › [s] › Name', 's'],
  ]);
});

it('compares lists by the names of their items', () => {
  const task = (Name: string, Script: string) => ({ Name, TaskId: Script.length, Transforms: [{ Script }] });
  const rows = settingRows({
    left: structure({ RavenEtls: [task('a', 'one'), task('b', 'second')] }),
    right: structure({ RavenEtls: [task('b', 'second'), task('a', 'one')] }),
  });
  expect(rows.map(({ state }) => state)).toEqual(['same', 'same', 'same', 'same']);
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
    ReduceOutputIndex: 12,
  };
  expect(definitionDifferences(one, { Maps: ['from u in docs.Users\nselect new { u.Name }'] })).toEqual([]);
  const auto = (...fields: readonly object[]) => ({ MapFields: fields, Origin: { TaskId: fields.length } });
  expect(
    definitionDifferences(auto({ Name: 'Age' }, { Name: 'City', TaskId: 4 }), {
      ...auto({ Name: 'City', TaskId: 7 }, { Name: 'Age' }),
      Origin: {},
    }),
  ).toEqual([]);
  expect(
    definitionDifferences(one, {
      Maps: ['from u in docs.Users select new { u.Age }'],
      Fields: { Name: { Storage: 'Yes' } },
    }),
  ).toEqual(['Fields', 'Maps']);
});
