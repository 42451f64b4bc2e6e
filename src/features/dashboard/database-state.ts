import type { BadgeTone } from '../../ui/index.ts';
import type { DatabaseInfo } from '../../protocol/databases.ts';

export interface DatabaseState {
  readonly label: string;
  readonly tone: BadgeTone;
  /** Tooltip. */
  readonly description: string;
}

/** The most important state of a database. */
export function databaseState(database: DatabaseInfo): DatabaseState {
  if (database.beingDeleted)
    return {
      label: 'Being deleted',
      tone: 'warning',
      description: 'The server is removing the database from its nodes.',
    };
  if (database.loadError !== null)
    return { label: 'Load error', tone: 'danger', description: database.loadError };
  if (database.disabled)
    return {
      label: 'Disabled',
      tone: 'warning',
      description: 'The database rejects requests until it is enabled.',
    };
  if (database.upTime === null)
    return { label: 'Idle', tone: 'neutral', description: 'Not loaded. The next request loads it.' };
  return { label: 'Online', tone: 'success', description: 'Loaded and ready for requests.' };
}
