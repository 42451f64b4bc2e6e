import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorView } from './error-view.tsx';
import { TextField } from './text-field.tsx';
import { useSubmit } from './use-submit.ts';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What happens, to what, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb on the button: "Delete database". */
  readonly confirmLabel: string;
  /**
   * If it returns a promise, the dialog waits, then closes, or stays open with the error; otherwise the caller
   * closes it.
   */
  readonly onConfirm: () => void | Promise<void>;
  /** An operation of the caller is running. */
  readonly busy?: boolean;
  readonly danger?: boolean;
  /** The text to type before a large irreversible action. */
  readonly typeToConfirm?: string;
  readonly cancelLabel?: string;
}

/** A confirmation dialog. Stays open with the error when the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  if (!props.open) return null;
  return <OpenConfirmDialog {...props} />;
}

function OpenConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { onClose, title, children, confirmLabel, onConfirm, danger = false, typeToConfirm } = props;
  const [typed, setTyped] = useState('');
  const { busy, failure, run } = useSubmit();
  const allowed = typeToConfirm === undefined || typed === typeToConfirm;

  async function confirm(): Promise<void> {
    if (!allowed || props.busy === true) return;
    await run(() => {
      const work = onConfirm();
      return work === undefined ? undefined : work.then(onClose);
    });
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
