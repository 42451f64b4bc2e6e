/** Enables revisions for a collection, with the number to keep and the effect. */
import { useState } from 'react';
import { ConfirmDialog, TextField } from '../../../ui/index.ts';
import { parseRevisionLimit } from './revision-text.ts';
import styles from './revisions.module.css';

export interface EnableRevisionsDialogProps {
  readonly collection: string;
  /** Throws when the server refuses. */
  readonly onEnable: (newest: number | null) => Promise<void>;
  readonly onClose: () => void;
}

export function EnableRevisionsDialog({ collection, onEnable, onClose }: EnableRevisionsDialogProps) {
  const [typed, setTyped] = useState('');
  const newest = parseRevisionLimit(typed);
  return (
    <ConfirmDialog
      open
      title={`Enable revisions for ${collection}`}
      confirmLabel="Enable revisions"
      onConfirm={() => (newest === 'unreadable' ? undefined : onEnable(newest))}
      onClose={onClose}
    >
      <div className={styles.question}>
        <p>
          Each save and deletion of a document in {collection} creates a revision from now on. Revisions use
          disk space. Existing documents and other collections do not change.
        </p>
        <TextField
          label="Revisions to keep per document"
          value={typed}
          onChange={setTyped}
          placeholder="unlimited"
          {...(newest === 'unreadable' ? { error: `"${typed}" is not a whole number of at least 1.` } : {})}
        />
      </div>
    </ConfirmDialog>
  );
}
