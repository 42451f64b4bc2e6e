/** Two definitions of an index side by side. */
import type { ReactNode } from 'react';
import { Button, Dialog } from '../../../ui/index.ts';
import { DiffView } from '../../../ui/editor/index.ts';
import { definitionText } from './definition-text.ts';
import type { IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import { differentMembers } from './save-index.ts';

interface Version {
  readonly label: string;
  readonly form: IndexForm;
}

export interface CompareDialogProps {
  readonly title: string;
  readonly left: Version;
  readonly right: Version;
  /** A sentence above the comparison. */
  readonly note?: ReactNode;
  readonly action?: {
    readonly label: string;
    readonly run: () => void;
    readonly disabledReason?: string | undefined;
  };
  readonly onClose: () => void;
}

export function CompareDialog({ title, left, right, note, action, onClose }: CompareDialogProps) {
  const changed = differentMembers(left.form, right.form);
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={title}
      {...(action && action.disabledReason === undefined ? { onSubmit: action.run } : {})}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          {action && (
            <Button type="submit" variant="primary" disabledReason={action.disabledReason}>
              {action.label}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.note}>
        {note} Lines with − are {left.label}, lines with + are {right.label}.{' '}
        {changed.length === 0 ? 'No differences.' : `Changed: ${changed.join(', ')}.`}
      </p>
      <div className={styles.diff}>
        <DiffView
          original={definitionText(left.form)}
          modified={definitionText(right.form)}
          originalLabel={left.label}
          modifiedLabel={right.label}
          language="javascript"
        />
      </div>
    </Dialog>
  );
}
