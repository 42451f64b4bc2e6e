import { useState } from 'react';
import { Button, Dialog, TextField } from '../../../ui/index.ts';

export interface GoToDialogProps {
  readonly onGo: (id: string) => void;
  readonly onClose: () => void;
}

/** Opens a document by id; the document's screen reports an unknown id. */
export function GoToDialog({ onGo, onClose }: GoToDialogProps) {
  const [id, setId] = useState('');
  const wanted = id.trim();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Go to document"
      width="narrow"
      onSubmit={() => {
        if (wanted !== '') onGo(wanted);
      }}
      footer={
        <Button type="submit" variant="primary" disabled={wanted === ''}>
          Open
        </Button>
      }
    >
      <TextField label="Document id" value={id} onChange={setId} placeholder="orders/1-A" mono autoFocus />
    </Dialog>
  );
}
