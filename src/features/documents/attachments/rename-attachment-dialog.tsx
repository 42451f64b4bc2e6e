/** Renames an attachment; stays open with the error when the server refuses. */
import { useState } from 'react';
import type { Attachment } from '../../../protocol/attachments.ts';
import { Button, Dialog, ErrorView, TextField, useSubmit } from '../../../ui/index.ts';

export interface RenameAttachmentDialogProps {
  readonly attachment: Attachment;
  readonly onRename: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export function RenameAttachmentDialog({ attachment, onRename, onClose }: RenameAttachmentDialogProps) {
  const [name, setName] = useState(attachment.name);
  const { busy, failure, run } = useSubmit();
  const wanted = name.trim();
  const ready = wanted !== '' && wanted !== attachment.name;

  const rename = async () => {
    if (!ready) return;
    await run(async () => {
      await onRename(wanted);
      onClose();
    });
  };

  return (
    <Dialog
      open
      width="narrow"
      title={`Rename ${attachment.name}`}
      onClose={onClose}
      onSubmit={() => void rename()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!ready} busy={busy}>
            Rename
          </Button>
        </>
      }
    >
      <TextField label="Name" value={name} onChange={setName} />
      {failure !== null && <ErrorView error={failure} doing="Renaming" compact />}
    </Dialog>
  );
}
