/** The saved state of a tab. Pure. */
import { z } from 'zod';
import { backupTypes } from '../../protocol/backups.ts';

export const views = ['now', 'existing', 'scheduled'] as const;
export type View = (typeof views)[number];

const state = z.object({
  view: z.enum(views).catch('now'),
  type: z.enum(backupTypes).catch('Backup'),
  /** On the server's machine. */
  folder: z.string().catch(''),
  /** The folder whose backups are listed; empty: none yet. */
  listedFolder: z.string().catch(''),
  filter: z.string().catch(''),
  allDatabases: z.boolean().catch(false),
});
export type BackupsState = z.infer<typeof state>;
export type ChangeState = (change: Partial<BackupsState>) => void;

/** Parses saved state, also of older versions; invalid members fall back to defaults one by one. */
export function readBackupsState(saved: unknown): BackupsState {
  return state.parse(typeof saved === 'object' && saved !== null ? saved : {});
}
