/** Texts for the state and the lock mode of a database. */
import type { LockMode } from '../../protocol/databases.ts';

export const lockModes: readonly {
  readonly value: LockMode;
  readonly label: string;
  readonly hint: string;
}[] = [
  { value: 'unlocked', label: 'Unlocked', hint: 'the database can be deleted' },
  { value: 'deletes-ignored', label: 'Ignore deletion', hint: 'deletion does nothing and reports no error' },
  { value: 'deletes-refused', label: 'Refuse deletion', hint: 'deletion fails with an error' },
];

export function lockChange(name: string, mode: LockMode): string {
  if (mode === 'unlocked') return `Requests to delete ${name} will delete it, with all of its files.`;
  return mode === 'deletes-ignored'
    ? `Requests to delete ${name} will be answered without an error, and delete nothing.`
    : `Requests to delete ${name} will fail with an error.`;
}
