/** A report as text: for the clipboard and a file. Pure. */
import type { DumpMessage, DumpReport } from '../../../protocol/dump-report.ts';
import { csvText } from '../../../ui/csv-text.ts';

/** Counts first, then each message: one table, so that a spreadsheet can filter it. */
export function reportAsCsv({ counts, messages }: DumpReport): string {
  return csvText(
    ['Entry', 'Kind', 'Read', 'Skipped', 'Errors', 'Bytes', 'Time', 'Message'],
    [
      ...counts.map((each) => [
        'count',
        each.name,
        each.read,
        each.skipped,
        each.errors,
        each.bytes,
        null,
        each.leftOut ? 'Left out' : null,
      ]),
      ...messages.map(({ level, time, text }) => [level, null, null, null, null, null, time, text]),
    ],
  );
}

export type ShownLevel = 'errors' | 'problems' | 'all';

/** `problems`: warnings and errors. */
export function messagesOf(messages: readonly DumpMessage[], shown: ShownLevel): readonly DumpMessage[] {
  if (shown === 'all') return messages;
  return messages.filter(({ level }) => level === 'error' || (shown === 'problems' && level === 'warning'));
}

export function messagesAsCsv(messages: readonly DumpMessage[]): string {
  return csvText(
    ['Time', 'Level', 'Message'],
    messages.map(({ time, level, text }) => [time, level, text]),
  );
}

export function reportAsText(sentence: string, { counts, messages }: DumpReport): string {
  return [
    sentence,
    ...counts.map(
      ({ name, read, skipped, errors }) => `${name}: ${read} read, ${skipped} skipped, ${errors} rejected`,
    ),
    ...messages.map(({ time, level, text }) => `[${time} ${level}] ${text}`),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
