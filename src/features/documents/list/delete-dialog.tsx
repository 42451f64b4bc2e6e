/** Deletes many documents after confirmation, in batches with progress, an exact count on failure, and Undo. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { deleteDocuments } from '../../../protocol/documents.ts';
import { ConfirmDialog, pluralize } from '../../../ui/index.ts';
import styles from '../documents.module.css';
import { MAX_UNDO, readForUndo, restoreDocuments, type DeletedDocument } from './restore-documents.ts';

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

  const canUndo = ids.length <= MAX_UNDO;

  const run = async () => {
    let deleted = 0;
    const texts: DeletedDocument[] = [];
    try {
      for (let first = 0; first < ids.length; first += BATCH) {
        setDone(first);
        const batch = ids.slice(first, first + BATCH);
        if (canUndo) texts.push(...(await readForUndo(database.client, batch)));
        deleted += await deleteDocuments(database.client, batch);
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
      ...(texts.length === 0 ? {} : { action: { label: 'Undo', run: () => void undo(texts) } }),
    });
    onDone();
  };

  const undo = async (texts: readonly DeletedDocument[]) => {
    const title = `Restoring ${pluralize(texts.length, 'document')}`;
    try {
      const { restored, existing } = await session.runOperation(title, (control) =>
        restoreDocuments(database.client, texts, {
          signal: control.signal,
          progress: (count) => control.report({ done: count, total: texts.length }),
        }),
      );
      session.notify({
        kind: existing.length === 0 ? 'success' : 'warning',
        message: `Restored ${pluralize(restored, 'document')}.`,
        ...(existing.length === 0
          ? {}
          : { detail: `Not overwritten, because they exist again: ${existing.slice(0, NAMED).join(', ')}` }),
      });
    } catch (thrown) {
      session.reportError(thrown, title);
    }
    void queries.invalidateQueries({ queryKey: database.key });
  };

  return (
    <ConfirmDialog
      open
      danger
      {...(canUndo ? {} : { typeToConfirm: String(ids.length) })}
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
        {canUndo
          ? 'They will be deleted immediately. Undo restores their texts, but not their attachments, counters and time series.'
          : `They will be deleted immediately, with their attachments, counters and time series. More than ${pluralize(MAX_UNDO, 'document')} cannot be restored with Undo.`}
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
