/** Deletes many documents after confirmation, in batches with progress, an exact count on failure, and Undo. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Database, type OperationControl, useSession } from '../../../app/registry/index.ts';
import { PortError } from '../../../contract/index.ts';
import { deleteDocuments } from '../../../protocol/documents.ts';
import { ConfirmDialog, formatCount, pluralize } from '../../../ui/index.ts';
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

/** What was deleted, also after a failure. */
interface Deletion {
  deleted: number;
  /** Ids that were sent; fewer than all after a cancellation. */
  sent: number;
  readonly texts: DeletedDocument[];
}

const ONE =
  'It will be deleted immediately. Undo restores its text, but not its attachments, counters and time series.';
const SEVERAL =
  'They will be deleted immediately. Undo restores their texts, but not their attachments, counters and time series.';
const MANY = `They will be deleted immediately, with their attachments, counters and time series. More than ${pluralize(MAX_UNDO, 'document')} cannot be restored with Undo. You can cancel in the status bar; what is deleted by then stays deleted.`;

export function DeleteDialog({ database, ids, onClose, onDone }: DeleteDialogProps) {
  const session = useSession();
  const queries = useQueryClient();
  const [done, setDone] = useState<number>();
  const [deletedBefore, setDeletedBefore] = useState(0);
  const what = pluralize(ids.length, 'document');
  const canUndo = ids.length <= MAX_UNDO;

  /** Changes `result` batch by batch, so that it is right when one of them fails. */
  const deleteAll = async (result: Deletion, control: Pick<OperationControl, 'signal' | 'report'>) => {
    try {
      while (result.sent < ids.length && !control.signal.aborted) {
        control.report({ done: result.sent, total: ids.length });
        const batch = ids.slice(result.sent, result.sent + BATCH);
        if (canUndo) result.texts.push(...(await readForUndo(database.client, batch)));
        result.deleted += await deleteDocuments(database.client, batch);
        result.sent += batch.length;
      }
    } finally {
      void queries.invalidateQueries({ queryKey: database.key });
    }
  };

  const inDialog = async () => {
    const result: Deletion = { deleted: 0, sent: 0, texts: [] };
    try {
      const report = ({ done: sent }: { readonly done: number }) => setDone(sent);
      await deleteAll(result, { signal: new AbortController().signal, report });
    } finally {
      setDone(undefined);
      setDeletedBefore(result.deleted);
    }
    const { texts } = result;
    session.notify({
      kind: 'success',
      message: resultText(result),
      ...(texts.length === 0 ? {} : { action: { label: 'Undo', run: () => void undo(texts) } }),
    });
    onDone();
  };

  /** More than a moment: the status bar shows it and can cancel it. */
  const inBackground = async () => {
    const result: Deletion = { deleted: 0, sent: 0, texts: [] };
    const doing = `Deleting ${what}`;
    try {
      await session.runOperation(doing, (control) => deleteAll(result, control));
      session.notify({
        kind: result.sent < ids.length ? 'info' : 'success',
        message: `${resultText(result)}${result.sent < ids.length ? ' The rest was cancelled.' : ''}`,
      });
    } catch (thrown) {
      if (thrown instanceof PortError && thrown.code === 'cancelled')
        session.notify({ kind: 'info', message: `${resultText(result)} ${thrown.message}` });
      else session.reportError(thrown, `${doing}, after ${pluralize(result.deleted, 'document')}`);
    }
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

  const run = (): Promise<void> | undefined => {
    if (canUndo) return inDialog();
    onDone();
    void inBackground();
    return undefined;
  };

  return (
    <ConfirmDialog
      open
      danger
      {...(canUndo ? {} : { typeToConfirm: String(ids.length) })}
      title={`Delete ${what}?`}
      confirmLabel={
        done === undefined ? `Delete ${what}` : `Deleting… ${formatCount(done)} of ${formatCount(ids.length)}`
      }
      onConfirm={run}
      onClose={onClose}
    >
      <p>{ids.length === 1 ? ONE : canUndo ? SEVERAL : MANY}</p>
      {deletedBefore > 0 && (
        <p role="status">{pluralize(deletedBefore, 'document')} deleted before the error.</p>
      )}
      <ul className={styles.idList}>
        {ids.slice(0, NAMED).map((id) => (
          <li key={id}>{id}</li>
        ))}
        {ids.length > NAMED && <li>and {formatCount(ids.length - NAMED)} more</li>}
      </ul>
    </ConfirmDialog>
  );
}

function resultText({ deleted, sent }: Deletion): string {
  const already = sent - deleted;
  const missing =
    already > 0
      ? ` ${pluralize(already, 'document')} ${already === 1 ? 'was' : 'were'} already deleted.`
      : '';
  return `Deleted ${pluralize(deleted, 'document')}.${missing}`;
}
