/** Texts of scheduled backups. Pure. */
import type { BackupTask } from '../../../protocol/backup-tasks.ts';
import { csvText } from '../../../ui/csv-text.ts';
import { formatDateTime } from '../../../ui/format.ts';

const names: Readonly<Record<string, string>> = {
  Local: 'Folder',
  S3: 'Amazon S3',
  Glacier: 'Amazon Glacier',
  AmazonGlacier: 'Amazon Glacier',
  Azure: 'Azure',
  GoogleCloud: 'Google Cloud',
  FTP: 'FTP',
};

/** `Folder, Amazon S3`; unknown destinations are shown as the server names them. */
export function destinationsText(destinations: readonly string[]): string {
  return destinations.length === 0 ? 'None' : destinations.map((each) => names[each] ?? each).join(', ');
}

export function timeText(time: number): string {
  return Number.isNaN(time) ? '–' : formatDateTime(time).slice(0, 16);
}

export function taskState(task: BackupTask): {
  readonly label: string;
  readonly tone: 'success' | 'warning' | 'danger' | 'info';
} {
  if (!Number.isNaN(task.runningSince)) return { label: 'Running', tone: 'info' };
  if (task.error !== null) return { label: 'Failed', tone: 'danger' };
  return task.disabled ? { label: 'Disabled', tone: 'warning' } : { label: 'Enabled', tone: 'success' };
}

export function tasksAsCsv(tasks: readonly BackupTask[]): string {
  const iso = (time: number) => (Number.isNaN(time) ? null : new Date(time).toISOString());
  return csvText(
    [
      'Name',
      'State',
      'Type',
      'Destinations',
      'Last full',
      'Last incremental',
      'Next',
      'Keep days',
      'Node',
      'Error',
    ],
    tasks.map((task) => [
      task.name,
      taskState(task).label,
      task.type,
      destinationsText(task.destinations),
      iso(task.lastFull),
      iso(task.lastIncremental),
      iso(task.next),
      task.keepDays,
      task.node,
      task.error,
    ]),
  );
}
