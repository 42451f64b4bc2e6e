import { expect, it } from 'vitest';
import type { DumpReport } from '../../../protocol/dump-report.ts';
import { reportAsCsv, reportAsText } from './report-text.ts';

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
