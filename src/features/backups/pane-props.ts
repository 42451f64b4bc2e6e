import type { Database } from '../../app/registry/index.ts';
import type { BackupLimits } from '../../protocol/backups.ts';
import type { BackupsState, ChangeState } from './backups-state.ts';

/** What all three views of the screen have. */
export interface PaneProps {
  readonly tabId: string;
  readonly connectionId: string;
  readonly name: string;
  readonly database: Database;
  readonly limits: BackupLimits;
  readonly state: BackupsState;
  readonly change: ChangeState;
}
