import { expect, it } from 'vitest';
import type { BackupTask } from '../../../protocol/backup-tasks.ts';
import { backupHealth } from './backup-health.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const task = (part: Partial<BackupTask> = {}): BackupTask => ({
  id: 1,
  name: 'Nightly',
  disabled: false,
  type: 'Backup',
  destinations: ['Local'],
  lastFull: Date.parse('2026-11-24T02:00:00Z'),
  lastIncremental: Number.NaN,
  next: Date.parse('2026-11-25T02:00:00Z'),
  nextIsFull: true,
  runningSince: Number.NaN,
  keepDays: null,
  encrypted: false,
  node: 'A',
  error: null,
  ...part,
});
const sentences = (last: string | null, tasks: readonly BackupTask[]) =>
  backupHealth('Shop', last, tasks, now).map(({ sentence }) => sentence);

it('has nothing to say about a database that is backed up as planned', () => {
  expect(sentences(null, [task()])).toEqual([]);
  expect(sentences('2026-11-24T11:00:00.0000000', [])).toEqual([]);
});

it('names a database without any backup', () => {
  expect(sentences(null, [])).toEqual(['Shop has never been backed up, as far as this server knows.']);
});

it('counts a backup of this window, which the server does not report', () => {
  expect(backupHealth('Shop', null, [], now, now - 60_000)).toEqual([]);
  const old = backupHealth('Shop', null, [], now, now - 3 * 86_400_000);
  expect(old.map(({ sentence }) => sentence)[0]).toContain('no active task makes a new one');
});

it('names a failure first, with its first line', () => {
  const failed = task({ error: 'System.IO.IOException: disk full\n   at X', lastFull: Number.NaN });
  expect(sentences(null, [failed])).toEqual([
    'The last backup of the task “Nightly” failed: System.IO.IOException: disk full',
    'Shop has never been backed up, as far as this server knows.',
  ]);
});

it('names a backup that is overdue, unless it runs', () => {
  const late = { next: Date.parse('2026-11-24T10:00:00Z') };
  expect(sentences(null, [task(late)])[0]).toContain('The task “Nightly” is overdue');
  expect(sentences(null, [task({ ...late, runningSince: now - 1000 })])).toEqual([]);
  expect(sentences('2026-11-24T11:00:00', [task({ ...late, disabled: true })])).toEqual([]);
});

it('names an old backup that no task renews', () => {
  expect(sentences('2026-11-20T11:00:00', [task({ disabled: true, lastFull: Number.NaN })])).toEqual([
    'The last backup of Shop is from 4 d ago, and no active task makes a new one.',
  ]);
});
