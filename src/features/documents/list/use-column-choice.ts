/** The columns that the user chose for a collection of this database. */
import { useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { noChoice, readColumnChoices, withChoice, type ColumnChoice } from './column-choice.ts';

const FEATURE = 'document-columns';

export function useColumnChoice(
  collection: string,
): readonly [ColumnChoice, (change: (now: ColumnChoice) => ColumnChoice) => void] {
  const session = useSession();
  const read = (of: string): ColumnChoice =>
    readColumnChoices(session.readDatabaseState(FEATURE))[of] ?? noChoice;
  const [held, setHeld] = useState(() => ({ collection, choice: read(collection) }));
  let { choice } = held;
  if (held.collection !== collection) {
    choice = read(collection);
    setHeld({ collection, choice });
  }
  const change = (by: (now: ColumnChoice) => ColumnChoice): void => {
    const next = by(choice);
    setHeld({ collection, choice: next });
    // Read again: other tabs of the database change it too.
    const all = readColumnChoices(session.readDatabaseState(FEATURE));
    session.writeDatabaseState(FEATURE, withChoice(all, collection, next));
  };
  return [choice, change];
}
