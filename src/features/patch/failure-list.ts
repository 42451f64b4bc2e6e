/** The failed documents as text: for the clipboard, a file and the next run. Pure. */
import { csvText } from '../../ui/index.ts';
import type { DocumentFailure } from './run-documents.ts';

export function failuresAsText(failures: readonly DocumentFailure[]): string {
  return failures.map(({ id, message }) => `${id}\t${message.replaceAll(/\s+/g, ' ')}`).join('\n');
}

export function failuresAsCsv(failures: readonly DocumentFailure[]): string {
  return csvText(
    ['Id', 'Reason'],
    failures.map(({ id, message }) => [id, message]),
  );
}

/** Failures of the same kind are read together: the most frequent reason first. */
export function sortedFailures(failures: readonly DocumentFailure[]): readonly DocumentFailure[] {
  const counts = new Map<string, number>();
  for (const { message } of failures) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...failures].sort(
    (a, b) =>
      (counts.get(b.message) ?? 0) - (counts.get(a.message) ?? 0) ||
      a.message.localeCompare(b.message) ||
      a.id.localeCompare(b.id),
  );
}
