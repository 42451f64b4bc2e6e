/** The end of a run in words. Pure. */
import { readBackupFile } from '../../protocol/backups.ts';
import type { DumpMessage } from '../../protocol/dump-report.ts';
import type { EndedRun } from './run-store.ts';

export type RunEnd = EndedRun['end'] | 'partial';

/** A completed operation is partial when a destination failed, or items or messages report errors. */
export function endOf(run: Pick<EndedRun, 'end' | 'report' | 'result'>): RunEnd {
  if (run.end !== 'completed') return run.end;
  const failed = readBackupFile(run.result).destinations.some(({ error }) => error !== null);
  const rejected = run.report?.counts.some(({ errors }) => errors > 0) ?? false;
  const reported = run.report?.messages.some(({ level }) => level === 'error') ?? false;
  return failed || rejected || reported ? 'partial' : 'completed';
}

/** `/backups/2026….ravendb-shop-A-backup/2026….ravendb-full-backup`, with the separator of the server's system. */
export function filePath(folder: string, result: unknown): string {
  const { folder: inside, file } = readBackupFile(result);
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  const root = folder.endsWith(separator) ? folder.slice(0, -1) : folder;
  return [root, inside, file].filter((part) => part !== '').join(separator);
}

export function runAsText(run: EndedRun): string {
  const { report } = run;
  const counts = report?.counts ?? [];
  const messages = report?.messages ?? [];
  return [
    `${run.subject}: ${endOf(run)}, ${run.elapsedMs} ms${run.operation === null ? '' : `, operation ${run.operation}`}`,
    ...(run.sentence === '' ? [] : [run.sentence]),
    ...(run.error instanceof Error ? [run.error.message] : []),
    ...counts.map(
      ({ name, read, skipped, errors }) => `${name}: ${read} read, ${skipped} skipped, ${errors} rejected`,
    ),
    ...messages.map(({ time, level, text }: DumpMessage) => `${time} ${level}: ${text}`),
  ].join('\n');
}
