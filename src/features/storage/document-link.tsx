/** An id that opens its document, with Ctrl/Cmd beside the tab. */
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import styles from './storage.module.css';

export function DocumentLink({
  id,
  connectionId,
  database,
}: {
  readonly id: string;
  readonly connectionId: string;
  readonly database: string;
}): ReactNode {
  const session = useSession();
  return (
    <button
      type="button"
      role="link"
      className={styles.link}
      onClick={(event) =>
        session.openScreen('document', {
          ...{ connectionId, database, params: { id } },
          split: event.ctrlKey || event.metaKey,
        })
      }
    >
      {id}
    </button>
  );
}
