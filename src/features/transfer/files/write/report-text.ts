/** A report as text: for the screen, the clipboard and a file. Pure. */
import { csvText } from '../../../../ui/csv-text.ts';
import { formatCount, pluralize } from '../../../../ui/format.ts';
import type { ExistingChoice, FileSettings } from '../map/settings.ts';
import type { ImportEnd, ImportReport } from './report.ts';

export interface ReportContext {
  readonly fileName: string;
  readonly database: string;
  readonly settings: Pick<FileSettings, 'existing' | 'idSource'>;
}

export function countsSentence({ counts }: ImportReport): string {
  const { read, written, skipped, rejected } = counts;
  return `${pluralize(read, 'item')} read: ${formatCount(written)} written, ${formatCount(skipped)} skipped, ${formatCount(rejected)} rejected.`;
}

/** What is stored after an end that is not the end of the file. */
export function endSentences(
  end: ImportEnd,
  report: ImportReport,
  context: ReportContext,
): readonly string[] {
  if (end.kind === 'completed') return [completedSentence(report, context)];
  const { settings } = context;
  const { checkpoint, uncertain } = report;
  const { offset, line } = checkpoint;
  return [
    ...(end.kind === 'stopped' ? [end.reason] : []),
    `Everything before line ${formatCount(line)} (offset ${formatCount(offset)}) is stored, or counted as skipped or rejected.${
      uncertain ? '' : ' Nothing after it is stored.'
    }`,
    ...(uncertain
      ? [
          `The server did not confirm the batch of lines ${formatCount(uncertain.from)} to ${formatCount(uncertain.to)}: all of it is stored, or nothing. ${again[settings.idSource === 'server' ? 'server' : settings.existing]}`,
        ]
      : []),
  ];
}

function completedSentence(
  { counts: { read, written, skipped, rejected } }: ImportReport,
  { fileName, database }: ReportContext,
): string {
  if (rejected === 0) return `${fileName} was imported into ${database}.`;
  if (written + skipped === 0)
    return `Nothing of ${fileName} was stored in ${database}: ${pluralize(rejected, 'item was', 'items were')} rejected.`;
  return `${formatCount(written)} of ${pluralize(read, 'item')} of ${fileName} were imported into ${database}.`;
}

const again: Readonly<Record<ExistingChoice | 'server', string>> = {
  overwrite: 'Resuming sends it again, which is safe.',
  skip: 'Resuming sends it again, and counts what is stored as skipped.',
  stop: 'Resuming stops there if it is stored.',
  server: 'Resuming sends it again, and stores it twice if it is stored. Compare the documents first.',
};

export function rejectionsAsCsv({ rejections }: ImportReport): string {
  return csvText(
    ['Line', 'Offset', 'Id', 'Reason'],
    rejections.map(({ line, offset, id, reason }) => [line, offset, id, reason]),
  );
}

export function reportAsText(end: ImportEnd, report: ImportReport, context: ReportContext): string {
  return [
    ...endSentences(end, report, context),
    countsSentence(report),
    ...report.rejections.map(
      ({ line, offset, id, reason }) =>
        `line ${line}, offset ${offset}${id === null ? '' : `, ${id}`}: ${reason}`,
    ),
  ].join('\n');
}
