/** What can be done with the edited document: saving, conflicts, reloading, restoring, deleting. */
import { useQueryClient } from '@tanstack/react-query';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { getDocument, unarchiveDocument, type DocumentMetadata } from '../../../protocol/documents.ts';
import { formatJson, JsonTextError, parseJsonText } from '../../../protocol/json-text.ts';
import { formatDateTime } from '../../../ui/index.ts';
import { isTypingDate, withTypedDates, type TypedDates } from './document-dates.ts';
import type { Base, Draft, DraftEvent } from './document-draft.ts';
import type { SaveActions } from './save-document.ts';
import { comparesBeforeSaving } from './save-preference.ts';

export type OpenDialog = 'changes' | 'theirs' | 'merge' | 'raw' | 'references' | 'delete' | undefined;

interface DocumentTarget {
  readonly tabId: string;
  /** Undefined for a document that is not saved yet. */
  readonly storedId: string | undefined;
  readonly id: string;
  readonly draft: Draft;
  readonly dispatch: (event: DraftEvent) => void;
  readonly saving: SaveActions;
  readonly typedDates: TypedDates;
  readonly setTypedDates: (typed: TypedDates) => void;
  readonly setDialog: (dialog: OpenDialog) => void;
}

export interface DocumentActions {
  /** Writes at once; `over` overwrites the version of a conflict. */
  readonly save: (typedText: string, over?: Base | null) => Promise<void>;
  /** Shows what changes before it writes, unless there is nothing to compare with or the user wants none. */
  readonly reviewAndSave: (typedText: string) => void;
  /** Their version becomes the base, so that a further conflict compares the merged text with it. */
  readonly saveMerged: (merged: string, over: Base) => void;
  readonly loadTheirs: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly compareWithTheirs: () => Promise<void>;
  /** A normal conditional save; the previous text can be restored with Undo. */
  readonly restore: (text: string, of: DocumentMetadata) => Promise<void>;
  readonly rereadBase: () => Promise<void>;
  readonly unarchive: () => Promise<void>;
  readonly layOut: () => void;
  readonly remove: () => Promise<void>;
}

export function useDocumentActions(database: Database, target: DocumentTarget): DocumentActions {
  const session = useSession();
  const queries = useQueryClient();
  const { client, writeRefusal } = database;
  const { tabId, storedId, id, draft, dispatch, saving, typedDates, setTypedDates, setDialog } = target;

  const setText = (text: string) => dispatch({ type: 'typed', text });

  const forgetTab = () => {
    session.writeTabState(tabId, undefined);
    session.setDirty(tabId, false);
    session.closeTab(tabId);
  };

  const save = async (typedText: string, over?: Base | null) => {
    if (writeRefusal !== undefined) {
      session.notify({ kind: 'info', message: writeRefusal });
      return;
    }
    const text = withTypedDates(typedText, typedDates);
    if (
      storedId !== undefined &&
      over === undefined &&
      text === draft.base?.text &&
      !isTypingDate(typedDates)
    )
      return;
    if (text !== draft.text) setText(text);
    const saved = await saving.save(text, over);
    if (saved === undefined) return;
    setTypedDates({});
    if (storedId !== undefined) return;
    session.setDirty(tabId, false);
    session.openScreen('document', { params: { id: saved } });
    session.closeTab(tabId);
  };

  return {
    save,

    reviewAndSave: (typedText) => {
      const text = withTypedDates(typedText, typedDates);
      const stored = draft.base?.text;
      const compares =
        stored !== undefined &&
        writeRefusal === undefined &&
        text !== stored &&
        comparesBeforeSaving(session);
      if (!compares || draft.saving) {
        void save(typedText);
        return;
      }
      if (text !== draft.text) setText(text);
      if (saving.check(text)) setDialog('changes');
    },

    saveMerged: (merged, over) => {
      setDialog(undefined);
      setText(merged);
      dispatch({ type: 'kept-mine' });
      void save(merged, over);
    },

    loadTheirs: async () => {
      try {
        dispatch({ type: 'loaded', document: await getDocument(client, id) });
        setTypedDates({});
      } catch (thrown) {
        session.reportError(thrown, `Reloading ${id}`);
      }
    },

    takeTheirs: () => {
      const gone = draft.conflict?.theirs === null;
      dispatch({ type: 'took-theirs' });
      setTypedDates({});
      if (gone) forgetTab();
    },

    compareWithTheirs: async () => {
      try {
        dispatch({ type: 'conflicted', theirs: await getDocument(client, id) });
        setDialog('theirs');
      } catch (thrown) {
        session.reportError(thrown, `Loading the stored version of ${id}`);
      }
    },

    restore: async (text, of) => {
      const before = draft.text;
      setText(text);
      if ((await saving.save(text)) === undefined) return;
      session.notify({
        kind: 'success',
        message: `Restored ${id} to its revision from ${formatDateTime(of.lastModified ?? '')}.`,
        action: { label: 'Undo restore', run: () => setText(before) },
      });
    },

    rereadBase: async () => {
      try {
        dispatch({ type: 'reread', document: await getDocument(client, id) });
      } catch (thrown) {
        session.reportError(thrown, `Loading the new version of ${id}`);
      }
    },

    unarchive: async () => {
      try {
        const document = await unarchiveDocument(client, id);
        dispatch({ type: 'reread', document });
        if (document) session.notify({ kind: 'success', message: `Unarchived ${id}.` });
      } catch (thrown) {
        session.reportError(thrown, `Unarchiving ${id}`);
      }
    },

    layOut: () => {
      try {
        setText(formatJson(draft.text, parseJsonText(draft.text)));
      } catch (thrown) {
        if (!(thrown instanceof JsonTextError)) throw thrown;
        // The banner under the toolbar says already what is wrong with the text and where.
      }
    },

    remove: async () => {
      setDialog(undefined);
      if (!(await saving.remove())) return;
      forgetTab();
      void queries.invalidateQueries({ queryKey: database.key });
    },
  };
}
