/** The report of a copy as text: for the clipboard and a file. Pure. */
import type { CopyReport } from '../../../contract/index.ts';
import { csvText } from '../../../ui/csv-text.ts';

export function copyReportAsCsv({ counts, definitions, rejected }: CopyReport): string {
  return csvText(
    ['Entry', 'Kind', 'Name', 'Copied', 'Skipped', 'Rejected', 'Artificial', 'Bytes', 'Reason'],
    [
      ...counts.map((each) => [
        'count',
        'collection',
        each.name,
        each.copied,
        each.skipped,
        each.rejected,
        each.artificial,
        each.bytes,
        null,
      ]),
      ...definitions.map(({ kind, name }) => ['copied', kind, name, null, null, null, null, null, null]),
      ...rejected.map(({ kind, name, reason }) => [
        'rejected',
        kind,
        name,
        null,
        null,
        null,
        null,
        null,
        reason,
      ]),
    ],
  );
}

export function copyReportAsText(sentence: string, report: CopyReport): string {
  return [
    sentence,
    ...report.counts.map(
      ({ name, copied, skipped, rejected }) =>
        `${name}: ${copied} copied, ${skipped} skipped, ${rejected} rejected`,
    ),
    ...report.definitions.map(({ kind, name }) => `copied ${kind} ${name}`),
    ...report.rejected.map(({ kind, name, reason }) => `rejected ${kind} ${name}: ${reason}`),
    ...report.notes,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
