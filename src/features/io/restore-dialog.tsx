import { useState, type ReactNode } from 'react';
import { Button, Dialog, TextArea } from '../../ui/index.ts';
import { readView, type IoView } from './view-state.ts';

/** Restores a copied view. */
export function RestoreDialog(props: {
  open: boolean;
  onClose: () => void;
  onRestore: (view: IoView) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  function restore(): void {
    try {
      props.onRestore(readView(text));
      props.onClose();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Restore a view"
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" onClick={restore} disabled={text.trim() === ''}>
            Restore
          </Button>
        </>
      }
    >
      <TextArea
        label="A copied link or its JSON"
        value={text}
        error={error}
        onChange={(value) => {
          setText(value);
          setError(null);
        }}
      />
    </Dialog>
  );
}
