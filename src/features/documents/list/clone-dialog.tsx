/** Clones many documents after a confirmation, in batches with progress, an exact count on failure, and cancel. */
import { useQueryClient } from '@tanstack/react-query';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { ConfirmDialog, pluralize } from '../../../ui/index.ts';
import { cloneDocuments } from './copy-documents.ts';

/** One transaction each; their texts are in memory at once. */
const BATCH = 200;

export interface CloneDialogProps {
  readonly database: Database;
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

export function CloneDialog({ database, ids, onClose }: CloneDialogProps) {
  const session = useSession();
  const queries = useQueryClient();
  const what = pluralize(ids.length, 'document');

  const clone = async () => {
    const doing = `Cloning ${what}`;
    let cloned = 0;
    try {
      const stopped = await session.runOperation(doing, async (control) => {
        for (let first = 0; first < ids.length; first += BATCH) {
          if (control.signal.aborted) return true;
          const batch = ids.slice(first, first + BATCH);
          cloned += await cloneDocuments(database.client, batch);
          control.report({ done: first + batch.length, total: ids.length });
        }
        return false;
      });
      session.notify({
        kind: stopped ? 'info' : 'success',
        message: `Cloned ${pluralize(cloned, 'document')}.${stopped ? ' The rest was cancelled.' : ''}`,
      });
    } catch (thrown) {
      session.reportError(thrown, `${doing}, after ${pluralize(cloned, 'clone')}`);
    } finally {
      await queries.invalidateQueries({ queryKey: database.key });
    }
  };

  return (
    <ConfirmDialog
      open
      title={`Clone ${what}?`}
      confirmLabel={`Clone ${what}`}
      onConfirm={() => {
        onClose();
        void clone();
      }}
      onClose={onClose}
    >
      <p>
        The server generates the ids. Attachments, counters, time series and revisions are not copied.
        Documents are written in batches of {BATCH}; what is written before a cancellation or a failure stays.
      </p>
    </ConfirmDialog>
  );
}
