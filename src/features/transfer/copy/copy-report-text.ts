/** The report of a copy as text: for the clipboard and a file. Pure. */
import type { CopyItem, CopyReport } from '../../../contract/index.ts';
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

/** Documents before definitions, as they were rejected. */
export function rejectionsAsCsv(items: readonly CopyItem[]): string {
  return csvText(
    ['Kind', 'Name', 'Collection', 'Position', 'Reason'],
    items.map(({ kind, name, collection, position, reason }) => [kind, name, collection, position, reason]),
  );
}

export const rejectionsAsNdjson = (items: readonly CopyItem[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

/** All rejected items: documents are not all in the report. */
export function rejectedItems(report: CopyReport): number {
  return (
    report.counts.reduce((sum, { rejected }) => sum + rejected, 0) +
    report.rejected.filter(({ kind }) => kind !== 'document').length
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
