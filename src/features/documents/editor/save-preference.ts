/** Whether saving shows the comparison first: kept for each database, because a test database needs less care. */
import { z } from 'zod';
import type { Session } from '../../../app/registry/index.ts';

const FEATURE = 'document-editor';

const preference = z.object({ saveWithoutComparison: z.boolean().catch(false) });

type Store = Pick<Session, 'readDatabaseState' | 'writeDatabaseState'>;

/** The comparison is the default, also for a stored value of another form. */
export function comparesBeforeSaving(session: Store): boolean {
  const read = preference.safeParse(session.readDatabaseState(FEATURE));
  return !(read.success && read.data.saveWithoutComparison);
}

export function setComparesBeforeSaving(session: Store, compares: boolean): void {
  session.writeDatabaseState(FEATURE, { saveWithoutComparison: !compares });
}
