import { expect, it } from 'vitest';
import { readDumpReport, type DumpReport } from '../../../protocol/dump-report.ts';
import { messagesAsCsv, messagesOf, reportAsCsv, reportAsText } from './report-text.ts';

const report: DumpReport = {
  counts: [{ name: 'Documents', read: 3, skipped: 1, errors: 2, bytes: 90, leftOut: false }],
  messages: [{ time: '14:00:01', level: 'error', text: '=cmd, "quoted"' }],
  applied: [],
};

it('writes counts and messages as one table without formulas', () => {
  expect(reportAsCsv(report).split('\r\n')).toEqual([
    'Entry,Kind,Read,Skipped,Errors,Bytes,Time,Message',
    'count,Documents,3,1,2,90,,',
    `error,,,,,,14:00:01,"'=cmd, ""quoted"""`,
    '',
  ]);
});

it('writes text for the clipboard', () => {
  expect(reportAsText('Done.', report)).toBe(
    'Done.\nDocuments: 3 read, 1 skipped, 2 rejected\n[14:00:01 error] =cmd, "quoted"',
  );
});

it('keeps 50,000 rejected items of an import, and separates errors from other messages', () => {
  const rejected = Array.from({ length: 50_000 }, (_, at) => `[10:00:00 ERROR] items/${at}: invalid`);
  const { messages } = readDumpReport({
    Messages: ['[09:59:59 INFO] Started', ...rejected, '[10:00:01 WARNING] Slow'],
  });
  expect(messagesOf(messages, 'all')).toHaveLength(50_002);
  expect(messagesOf(messages, 'problems')).toHaveLength(50_001);
  const errors = messagesOf(messages, 'errors');
  expect(errors).toHaveLength(50_000);
  const lines = messagesAsCsv(errors).trimEnd().split(/\r?\n/);
  expect(lines).toHaveLength(50_001);
  expect(lines.at(-1)).toBe('10:00:00,error,items/49999: invalid');
});
