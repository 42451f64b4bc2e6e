/** Two versions of a document side by side. */
import { Button, Dialog } from '../../../ui/index.ts';
import { DiffView } from '../../../ui/editor/index.ts';
import { changedMembers } from './changed-members.ts';
import styles from '../documents.module.css';

interface Version {
  readonly label: string;
  readonly text: string;
}

export interface CompareDialogProps {
  readonly title: string;
  readonly left: Version;
  readonly right: Version;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly onClose: () => void;
}

export function CompareDialog({ title, left, right, action, onClose }: CompareDialogProps) {
  const changed = changedMembers(left.text, right.text);
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          {action && (
            <Button variant="primary" onClick={action.run}>
              {action.label}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.note}>
        Lines with − are {left.label}, lines with + are {right.label}.{' '}
        {changed && (changed.length === 0 ? 'No differences' : `Changed: ${changed.join(', ')}`)}
      </p>
      <div className={styles.diff}>
        <DiffView
          original={left.text}
          modified={right.text}
          originalLabel={left.label}
          modifiedLabel={right.label}
          language="json"
        />
      </div>
    </Dialog>
  );
}
