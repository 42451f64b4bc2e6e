/** The dialogs of the index editor: saving, comparing, deleting. */
import { ConfirmActionDialog } from '../list/confirm-action-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { isDirty, type IndexDraft } from './index-draft.ts';
import { SaveDialog } from './save-dialog.tsx';
import type { DeleteIndex } from './use-delete-index.ts';

export type OpenDialog = 'save' | 'changes' | 'theirs' | undefined;

interface EditorDialogsProps {
  readonly draft: IndexDraft;
  readonly dialog: OpenDialog;
  readonly deletion: DeleteIndex;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export function EditorDialogs({ draft, dialog, deletion, onSave, onClose }: EditorDialogsProps) {
  const { form, base } = draft;
  const theirs = draft.stored ?? null;
  return (
    <>
      {dialog === 'save' && base && (
        <SaveDialog stored={base} form={form} onSave={onSave} onClose={onClose} />
      )}
      {dialog === 'changes' && base && (
        <CompareDialog
          title={`Unsaved changes of ${form.name}`}
          left={{ label: 'stored', form: base }}
          right={{ label: 'yours', form }}
          onClose={onClose}
        />
      )}
      {dialog === 'theirs' && theirs && (
        <CompareDialog
          title={`Compare versions of ${form.name}`}
          left={{ label: 'stored on the server', form: theirs }}
          right={{ label: 'yours, unsaved', form }}
          onClose={onClose}
        />
      )}
      {deletion.pending && (
        <ConfirmActionDialog
          plan={deletion.pending}
          note={
            isDirty(draft)
              ? 'The unsaved changes of this tab are discarded when the index is deleted.'
              : undefined
          }
          onConfirm={deletion.confirm}
          onClose={deletion.cancel}
        />
      )}
    </>
  );
}
