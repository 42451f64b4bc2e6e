import { expect, test } from 'vitest';
import { defaultStorage, storageProblem, storageSettings } from './storage-choice.ts';

test('writes only what was chosen', () => {
  expect(storageSettings(defaultStorage)).toEqual({});
  expect(storageSettings({ ...defaultStorage, journalFolder: ' /mnt/fast ', journalKilobytes: 256 })).toEqual(
    {
      'Storage.JournalsPath': '/mnt/fast',
      'Rookery.JournalSizeInKb': '256',
    },
  );
  expect(storageSettings({ ...defaultStorage, dataFolder: 'D:\\Data\\shop' })).toEqual({
    DataDir: 'D:\\Data\\shop',
  });
});

test.each(['', '/var/lib/x', 'D:\\Data', 'd:/data', '\\\\host\\share\\x'])('accepts the path %j', (path) => {
  expect(storageProblem({ ...defaultStorage, dataFolder: path })).toBeNull();
  expect(storageProblem({ ...defaultStorage, journalFolder: path })).toBeNull();
});

test.each(['data', './data', '~/data', '..', 'D:data', '\\data'])('rejects the path %j', (path) => {
  expect(storageProblem({ ...defaultStorage, dataFolder: path })).toContain('absolute path');
  expect(storageProblem({ ...defaultStorage, journalFolder: path })).toContain('absolute path');
});
