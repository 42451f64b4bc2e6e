/** The query that has been running for the longest time now. */
import type { ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { RunningQuery } from '../../../protocol/running-queries.ts';
import { formatMs } from '../../../ui/index.ts';
import styles from '../overview.module.css';

const MOST_CHARACTERS = 300;

export function SlowestQuery(props: {
  readonly query: RunningQuery;
  readonly connectionId: string;
}): ReactNode {
  const { query, connectionId } = props;
  const session = useSession();
  const text = query.query.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
  return (
    <button
      type="button"
      className={styles.slowest}
      title="Open the query in the editor"
      onClick={() =>
        session.openScreen('query', {
          connectionId,
          database: query.database,
          params: { query: query.query },
        })
      }
    >
      <span>
        {query.database}, {query.index}, {formatMs(query.durationMs)}
      </span>
      <code>{text === '' ? 'No query text' : text}</code>
    </button>
  );
}
