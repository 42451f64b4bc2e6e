/** Log lines filtered and written as text. Pure. */
import { logLevels, type LogLevel, type LogLine } from '../../../protocol/log-lines.ts';
import type { BadgeTone } from '../../../ui/index.ts';
import type { Arrived } from '../live/row-buffer.ts';
import { textFilter } from '../live/text-filter.ts';

export const levelTexts: Readonly<Record<LogLevel, { readonly label: string; readonly tone: BadgeTone }>> = {
  trace: { label: 'Trace', tone: 'neutral' },
  debug: { label: 'Debug', tone: 'neutral' },
  info: { label: 'Info', tone: 'info' },
  warn: { label: 'Warning', tone: 'warning' },
  error: { label: 'Error', tone: 'danger' },
  fatal: { label: 'Fatal', tone: 'danger' },
};

export function filterLines(
  rows: readonly Arrived<LogLine>[],
  text: string,
  least: LogLevel,
): readonly Arrived<LogLine>[] {
  const matches = textFilter(text);
  const from = logLevels.indexOf(least);
  return rows.filter(
    ({ row }) =>
      logLevels.indexOf(row.level) >= from &&
      matches([row.message, row.logger, row.resource, row.component, row.data, row.thread]),
  );
}

/** Oldest first, one line each, as in the server's file. */
export function linesAsText(rows: readonly Arrived<LogLine>[]): string {
  return [...rows]
    .reverse()
    .map(({ row }) =>
      [
        Number.isNaN(row.at) ? '' : new Date(row.at).toISOString(),
        levelTexts[row.level].label.toUpperCase(),
        row.thread,
        row.resource,
        row.component,
        row.logger,
        row.message,
        row.data,
      ].join('|'),
    )
    .join('\n');
}
