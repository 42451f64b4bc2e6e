/** The dialogs of an open document. */
import type { Database } from '../../../app/registry/index.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { ConfirmDialog } from '../../../ui/index.ts';
import { ReferencesDialog } from '../references/references-dialog.tsx';
import { RevisionDialog } from '../revisions/revision-dialog.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import type { Base, Draft } from './document-draft.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { RawDialog } from './raw-dialog.tsx';
import type { DocumentActions, OpenDialog } from './use-document-actions.ts';

interface DocumentDialogsProps {
  readonly database: Database;
  readonly id: string;
  readonly draft: Draft;
  readonly dialog: OpenDialog;
  /** The revision that is compared. */
  readonly revision: DocumentMetadata | undefined;
  readonly actions: DocumentActions;
  readonly onClose: () => void;
  readonly onCloseRevision: () => void;
}

export function DocumentDialogs(props: DocumentDialogsProps) {
  const { database, id, draft, dialog, revision, actions, onClose, onCloseRevision } = props;
  const { writeRefusal } = database;
  const { base, text } = draft;
  const theirs = draft.conflict?.theirs;
  return (
    <>
      {dialog === 'changes' && (
        <ChangesDialog
          id={id}
          stored={base?.text ?? ''}
          text={text}
          writeRefusal={writeRefusal}
          onClose={onClose}
          onSave={() => {
            onClose();
            void actions.save(text);
          }}
        />
      )}
      {dialog === 'theirs' && theirs && (
        <CompareDialog
          title={`Compare versions of ${id}`}
          left={{ label: 'saved on the server', text: theirs.text }}
          right={{ label: 'yours, unsaved', text }}
          onClose={onClose}
        />
      )}
      {dialog === 'merge' && base && theirs && (
        <MergeDialog
          database={database}
          id={id}
          base={base.text}
          theirs={theirs.text}
          mine={text}
          changedAgain={isNewer(draft.externalVersion?.changeVector, theirs)}
          writeRefusal={writeRefusal}
          onSave={(result) => actions.saveMerged(result, theirs)}
          onClose={onClose}
        />
      )}
      {dialog === 'references' && <ReferencesDialog database={database} id={id} onClose={onClose} />}
      {revision && (
        <RevisionDialog
          database={database}
          revision={revision}
          text={text}
          onRestore={(restored) => {
            onCloseRevision();
            void actions.restore(restored, revision);
          }}
          onClose={onCloseRevision}
        />
      )}
      {dialog === 'raw' && <RawDialog database={database} id={id} onClose={onClose} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={`Delete ${id}?`}
        confirmLabel="Delete"
        danger
        onConfirm={() => void actions.remove()}
        onClose={onClose}
      >
        The document will be deleted immediately. Undo restores its text, but not its attachments, counters
        and time series.
      </ConfirmDialog>
    </>
  );
}

/** A version was reported since the conflict's was loaded. */
function isNewer(reported: string | null | undefined, theirs: Base): boolean {
  return reported !== undefined && reported !== theirs.metadata.changeVector;
}
