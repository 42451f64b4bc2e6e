import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorView } from './error-view.tsx';
import { TextField } from './text-field.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What will happen, to what, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb on the button: "Delete database". */
  readonly confirmLabel: string;
  /** With a promise the dialog waits, then closes, or stays and shows why it failed; else the caller closes it. */
  readonly onConfirm: () => void | Promise<void>;
  /** The caller's own work is under way. */
  readonly busy?: boolean;
  readonly danger?: boolean;
  /** For what cannot be undone and is large: the text that has to be typed. */
  readonly typeToConfirm?: string;
  readonly cancelLabel?: string;
}

/** Asks before something happens. Stays open with the error when it fails. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  if (!props.open) return null;
  return <OpenConfirmDialog {...props} />;
}

function OpenConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { onClose, title, children, confirmLabel, onConfirm, danger = false, typeToConfirm } = props;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const allowed = typeToConfirm === undefined || typed === typeToConfirm;

  async function confirm(): Promise<void> {
    if (!allowed || busy || props.busy === true) return;
    setFailure(null);
    try {
      const work = onConfirm();
      if (work === undefined) return;
      setBusy(true);
      await work;
      onClose();
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="narrow"
      onSubmit={() => void confirm()}
      footer={
        <>
          <Button onClick={onClose}>{props.cancelLabel ?? 'Cancel'}</Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={!allowed}
            busy={busy || props.busy === true}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      {typeToConfirm !== undefined && (
        <TextField
          label={
            <>
              Type <code>{typeToConfirm}</code> to confirm
            </>
          }
          value={typed}
          onChange={setTyped}
        />
      )}
      {failure !== null && <ErrorView error={failure} doing={confirmLabel} compact />}
    </Dialog>
  );
}
