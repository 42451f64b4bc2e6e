import { expect, it } from 'vitest';
import { readDumpReport } from '../../protocol/dump-report.ts';
import type { EndedRun } from './run-store.ts';
import { endOf, filePath, runAsText } from './run-text.ts';

const local = { Exception: null, BackupDirectory: 'dir', FileName: 'file' };
const ended = (result: object, part: Partial<EndedRun> = {}): EndedRun => ({
  kind: 'ended',
  subject: 'Backup of Shop',
  operation: 7,
  end: 'completed',
  sentence: '',
  error: undefined,
  report: readDumpReport(result),
  result,
  elapsedMs: 56,
  endedAt: 0,
  ...part,
});

it('a completed backup with a failed destination or rejected items is partial', () => {
  expect(endOf(ended({ LocalBackup: local }))).toBe('completed');
  expect(endOf(ended({ LocalBackup: local, FtpBackup: { Exception: 'x', Skipped: false } }))).toBe('partial');
  expect(endOf(ended({ Documents: { ReadCount: 3, ErroredCount: 1 } }))).toBe('partial');
  expect(endOf(ended({ Messages: ['[02:49:42 ERROR] disk full'] }))).toBe('partial');
  expect(endOf(ended({}, { end: 'cancelled' }))).toBe('cancelled');
});

it('names the file with the separator of the server', () => {
  expect(filePath('/b/', { LocalBackup: local })).toBe('/b/dir/file');
  expect(filePath('C:\\b', { LocalBackup: local })).toBe('C:\\b\\dir\\file');
  expect(filePath('/b', null)).toBe('/b');
});

it('writes a report', () => {
  const result = {
    Documents: { ReadCount: 3, SkippedCount: 0, ErroredCount: 0 },
    Messages: ['[02:49:42 INFO] Started'],
  };
  expect(runAsText(ended(result))).toBe(
    'Backup of Shop: completed, 56 ms, operation 7\nDocuments: 3 read, 0 skipped, 0 rejected\n02:49:42 info: Started',
  );
});
