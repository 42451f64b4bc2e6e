/** Asks how many revisions of a collection to keep, and says what that will mean. */
import { useState } from 'react';
import { ConfirmDialog, TextField } from '../../ui/index.ts';
import { newestToKeep } from './revision-words.ts';
import styles from './revisions.module.css';

export interface KeepRevisionsDialogProps {
  readonly collection: string;
  /** Throws why the server refused. */
  readonly onKeep: (newest: number | null) => Promise<void>;
  readonly onClose: () => void;
}

export function KeepRevisionsDialog({ collection, onKeep, onClose }: KeepRevisionsDialogProps) {
  const [typed, setTyped] = useState('');
  const newest = newestToKeep(typed);
  return (
    <ConfirmDialog
      open
      title={`Keep revisions of ${collection}`}
      confirmLabel="Keep revisions"
      onConfirm={() => (newest === 'unreadable' ? undefined : onKeep(newest))}
      onClose={onClose}
    >
      <div className={styles.question}>
        <p>
          Each save of any document of {collection}, and each deletion, keeps a version from now on. They take
          room on the disk; what is stored now stays as it is. Settings of other collections do not change.
        </p>
        <TextField
          label="Newest to keep of each document"
          value={typed}
          onChange={setTyped}
          placeholder="all of them"
          {...(newest === 'unreadable' ? { error: `"${typed}" is not a whole number from 1 up.` } : {})}
        />
      </div>
    </ConfirmDialog>
  );
}
