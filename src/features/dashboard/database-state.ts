import type { BadgeTone } from '../../ui/index.ts';
import type { DatabaseInfo } from '../../protocol/databases.ts';

export interface DatabaseState {
  readonly label: string;
  readonly tone: BadgeTone;
  /** What it means, for the hover. */
  readonly means: string;
}

/** The one word that matters most about a database now. */
export function databaseState(database: DatabaseInfo): DatabaseState {
  if (database.beingDeleted)
    return { label: 'Being deleted', tone: 'warning', means: 'The server is removing it from its nodes.' };
  if (database.loadError !== null) return { label: 'Load error', tone: 'danger', means: database.loadError };
  if (database.disabled)
    return { label: 'Disabled', tone: 'warning', means: 'It answers no requests until it is enabled again.' };
  if (database.upTime === null)
    return { label: 'Asleep', tone: 'neutral', means: 'Not loaded; it wakes with the next request.' };
  return { label: 'Online', tone: 'success', means: 'Loaded and answering.' };
}
