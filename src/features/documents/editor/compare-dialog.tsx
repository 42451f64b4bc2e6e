/** Two versions of a document side by side. */
import { useMemo, useRef, type ReactNode } from 'react';
import { Button, Dialog } from '../../../ui/index.ts';
import { DiffView, HUGE_CHARACTERS } from '../../../ui/editor/index.ts';
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
  /** Enter runs it. */
  readonly action?: {
    readonly label: string;
    readonly run: () => void;
    readonly disabledReason?: string | undefined;
  };
  /** Below the comparison. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function CompareDialog({ title, left, right, action, children, onClose }: CompareDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  const changed = useMemo(() => changedMembers(left.text, right.text), [left.text, right.text]);
  const huge = Math.max(left.text.length, right.text.length) > HUGE_CHARACTERS;
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={title}
      {...(action && { initialFocus: confirm })}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          {action && (
            <Button
              ref={confirm}
              variant="primary"
              disabledReason={action.disabledReason}
              onClick={action.run}
            >
              {action.label}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.note}>
        {!huge && `Lines with − are ${left.label}, lines with + are ${right.label}. `}
        {changed && (changed.length === 0 ? 'No differences' : `Changed: ${changed.join(', ')}`)}
      </p>
      {huge ? (
        <p className={styles.note}>
          The document is too large for a comparison line by line; only its changed properties are listed.
        </p>
      ) : (
        <div className={styles.diff}>
          <DiffView
            original={left.text}
            modified={right.text}
            originalLabel={left.label}
            modifiedLabel={right.label}
            language="json"
          />
        </div>
      )}
      {children}
    </Dialog>
  );
}
