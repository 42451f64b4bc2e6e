/** Whether a database is backed up as planned. Pure. */
import type { BackupTask } from '../../../protocol/backup-tasks.ts';
import { parseServerDate } from '../../../protocol/server-date.ts';
import { formatAgo, formatDateTime } from '../../../ui/format.ts';

export interface BackupHealth {
  readonly tone: 'info' | 'warning' | 'error';
  readonly sentence: string;
}

/** A backup that is due may take this long until the server reports it. */
const GRACE_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/**
 * The worst problem first; none when everything is as planned. `lastBackup`: as the server reports it, which leaves out
 * backups without a task; null for never. `ownBackup`: when one of this window ended; NaN for never.
 */
export function backupHealth(
  database: string,
  lastBackup: string | null,
  tasks: readonly BackupTask[],
  now: number,
  ownBackup = Number.NaN,
): readonly BackupHealth[] {
  const found: BackupHealth[] = [];
  const active = tasks.filter(({ disabled }) => !disabled);
  for (const { name, error } of tasks)
    if (error !== null)
      found.push({
        tone: 'error',
        sentence: `The last backup of the task “${name}” failed: ${firstLine(error)}`,
      });
  for (const { name, next, runningSince } of active)
    if (Number.isNaN(runningSince) && next + GRACE_MS < now)
      found.push({
        tone: 'warning',
        sentence: `The task “${name}” is overdue: its next backup was planned for ${formatDateTime(next)}.`,
      });
  const last = newest(lastBackup, ownBackup, tasks);
  if (Number.isNaN(last)) {
    found.push({
      tone: 'warning',
      sentence: `${database} has never been backed up, as far as this server knows.`,
    });
  } else if (active.length === 0 && now - last > DAY_MS) {
    found.push({
      tone: 'warning',
      sentence: `The last backup of ${database} is from ${formatAgo(last, now)}, and no active task makes a new one.`,
    });
  }
  return found;
}

/** NaN: never. */
function newest(lastBackup: string | null, ownBackup: number, tasks: readonly BackupTask[]): number {
  const times = [
    ownBackup,
    parseServerDate(lastBackup ?? ''),
    ...tasks.flatMap(({ lastFull, lastIncremental }) => [lastFull, lastIncremental]),
  ].filter((time) => !Number.isNaN(time));
  return times.length === 0 ? Number.NaN : Math.max(...times);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? text;
}
