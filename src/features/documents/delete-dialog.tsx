/** Deletes many documents after confirmation, in batches with progress and an exact count on failure. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { deleteDocuments } from '../../protocol/documents.ts';
import { ConfirmDialog, pluralize } from '../../ui/index.ts';
import type { Database } from './database-client.ts';
import styles from './documents.module.css';

/** One transaction each: small enough for a fast response under load. */
const BATCH = 500;
const NAMED = 8;

export interface DeleteDialogProps {
  readonly database: Database;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteDialog({ database, ids, onClose, onDone }: DeleteDialogProps) {
  const session = useSession();
  const queries = useQueryClient();
  const [done, setDone] = useState<number>();
  const [deletedBefore, setGoneBefore] = useState(0);

  const run = async () => {
    let deleted = 0;
    try {
      for (let first = 0; first < ids.length; first += BATCH) {
        setDone(first);
        deleted += await deleteDocuments(database.client, ids.slice(first, first + BATCH));
      }
    } finally {
      setDone(undefined);
      setGoneBefore(deleted);
      void queries.invalidateQueries({ queryKey: database.key });
    }
    const already = ids.length - deleted;
    session.notify({
      kind: 'success',
      message: `Deleted ${pluralize(deleted, 'document')}.${already > 0 ? ` ${pluralize(already, 'document')} ${already === 1 ? 'was' : 'were'} already deleted.` : ''}`,
    });
    onDone();
  };

  return (
    <ConfirmDialog
      open
      danger
      title={`Delete ${pluralize(ids.length, 'document')}?`}
      confirmLabel={
        done === undefined
          ? `Delete ${pluralize(ids.length, 'document')}`
          : `Deleting… ${done} of ${ids.length}`
      }
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        They will be deleted immediately, with their attachments, counters and time series. This cannot be
        undone.
      </p>
      {deletedBefore > 0 && (
        <p role="status">{pluralize(deletedBefore, 'document')} deleted before the error.</p>
      )}
      <ul className={styles.idList}>
        {ids.slice(0, NAMED).map((id) => (
          <li key={id}>{id}</li>
        ))}
        {ids.length > NAMED && <li>and {ids.length - NAMED} more</li>}
      </ul>
    </ConfirmDialog>
  );
}
