/** Enables revisions for a collection, with the number to keep and the effect. */
import { useState } from 'react';
import { ConfirmDialog, TextField } from '../../ui/index.ts';
import { newestToKeep } from './revision-words.ts';
import styles from './revisions.module.css';

export interface KeepRevisionsDialogProps {
  readonly collection: string;
  /** Throws when the server refuses. */
  readonly onKeep: (newest: number | null) => Promise<void>;
  readonly onClose: () => void;
}

export function KeepRevisionsDialog({ collection, onKeep, onClose }: KeepRevisionsDialogProps) {
  const [typed, setTyped] = useState('');
  const newest = newestToKeep(typed);
  return (
    <ConfirmDialog
      open
      title={`Enable revisions for ${collection}`}
      confirmLabel="Enable revisions"
      onConfirm={() => (newest === 'unreadable' ? undefined : onKeep(newest))}
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
