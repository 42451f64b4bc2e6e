import { expect, it } from 'vitest';
import fc from 'fast-check';
import { itemsRead, readDumpReport } from './dump-report.ts';

it('reads counts, attachments, messages and applied settings', () => {
  const report = readDumpReport({
    DatabaseRecord: {
      ReadCount: 1,
      RevisionsConfigurationUpdated: true,
      ExpirationConfigurationUpdated: false,
    },
    Documents: {
      ReadCount: 5,
      SkippedCount: 1,
      ErroredCount: 2,
      SizeInBytes: 933,
      Attachments: { ReadCount: 3, ErroredCount: 0, SizeInBytes: 10 },
    },
    Tombstones: { ReadCount: 0, SkippedCount: 0, ErroredCount: 0, Skipped: true },
    Messages: ['[14:14:46 INFO] Finished processing Documents.', '[14:14:47 ERROR] First\nsecond', 'bare'],
  });
  expect(report.counts).toEqual([
    { name: 'Database record', read: 1, skipped: 0, errors: 0, bytes: 0, leftOut: false },
    { name: 'Documents', read: 5, skipped: 1, errors: 2, bytes: 933, leftOut: false },
    { name: 'Attachments', read: 3, skipped: 0, errors: 0, bytes: 10, leftOut: false },
  ]);
  expect(itemsRead(report)).toBe(9);
  expect(report.messages).toEqual([
    { time: '14:14:46', level: 'info', text: 'Finished processing Documents.' },
    { time: '14:14:47', level: 'error', text: 'First\nsecond' },
    { time: '', level: 'info', text: 'bare' },
  ]);
  expect(report.applied).toEqual(['RevisionsConfiguration']);
});

it('reads any answer without failing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({ Documents: fc.jsonValue(), DatabaseRecord: fc.jsonValue(), Messages: fc.jsonValue() }),
      ),
      (answer) => {
        const { counts } = readDumpReport(answer);
        expect(counts.every(({ read }) => typeof read === 'number')).toBe(true);
      },
    ),
  );
});
