/** The confirmation of a run: how many documents, found how, and what cannot be undone. */
import type { ReactNode } from 'react';
import { ConfirmDialog, pluralize } from '../../ui/index.ts';
import type { FoundDocuments } from '../../app/registry/index.ts';
import styles from './patch.module.css';
import { wholeSource } from './patch-request.ts';
import type { RunInput } from './patch-run.ts';

interface RunDialogProps {
  readonly input: RunInput;
  /** How the query found the documents; null for a list of ids. */
  readonly found: FoundDocuments | null;
  readonly guarded: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function RunDialog({ input, found, guarded, onConfirm, onClose }: RunDialogProps): ReactNode {
  const { request, total, onFailure, options } = input;
  const deletes = request.kind === 'delete-query' || request.kind === 'delete-documents';
  const source = wholeSource(request);
  const verb = deletes ? 'Delete' : 'Patch';
  const what = pluralize(total, 'document');
  const oneOperation =
    request.kind === 'delete-query' || (request.kind === 'update-query' && onFailure === 'stop');
  return (
    <ConfirmDialog
      open
      danger={deletes}
      title={`${verb} ${what}?`}
      confirmLabel={`${verb} ${what}`}
      {...(source === null ? {} : { typeToConfirm: source })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={styles.confirm}>
        {source !== null && (
          <p>
            The query has no condition: everything in <code>{source}</code> will be deleted.
          </p>
        )}
        <p>
          {deletes
            ? 'There is no undo. Revisions stay, where they are enabled.'
            : 'There is no undo. Earlier versions stay only where revisions are enabled.'}
        </p>
        <p>
          {oneOperation
            ? deletes
              ? 'The server deletes them in one operation. You can cancel it; what is deleted by then stays deleted.'
              : 'The server stops at the first document that fails. Documents patched by then stay patched.'
            : 'The documents are changed one by one. Failures are listed, and you can run again on them.'}
        </p>
        {options.maxPerSecond !== null && (
          <p>At most {pluralize(options.maxPerSecond, 'document')} per second.</p>
        )}
        {found?.isStale && (
          <p className={styles.warningText}>
            The index {found.indexName} is stale, so the number can be wrong.{' '}
            {options.allowStale
              ? 'Documents can be missed.'
              : 'The server waits for the index first, or refuses.'}
          </p>
        )}
        {guarded && oneOperation && (
          <p>The connection is guarded: you confirm it once more outside of this page.</p>
        )}
      </div>
    </ConfirmDialog>
  );
}
