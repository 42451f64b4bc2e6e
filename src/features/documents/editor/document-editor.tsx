/** Edits one document: text, form, saving, conflicts and external changes. */
import { useQueryClient } from '@tanstack/react-query';
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSession, type ScreenProps } from '../../../app/registry/index.ts';
import { previewDocument } from '../../../protocol/document-preview.ts';
import { getDocument, unarchiveDocument, type DocumentMetadata } from '../../../protocol/documents.ts';
import { formatJson, JsonTextError, parseJsonText } from '../../../protocol/json-text.ts';
import { ConfirmDialog, formatDateTime, SplitPane, TextField } from '../../../ui/index.ts';
import { CodeEditor, HUGE_CHARACTERS, type EditorMarker } from '../../../ui/editor/index.ts';
import { ARCHIVE_AT, archiveProblem, typedServerDate, type ServerDate } from './archive-form.tsx';
import { writeMetadataMember } from './editable-text.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import type { Database } from '../database-client.ts';
import { DocumentBanners } from './document-banners.tsx';
import { isDirty, externalChange, type Base } from './document-draft.ts';
import { DocumentForm } from './document-form.tsx';
import { DocumentToolbar } from './document-toolbar.tsx';
import { mergeChanges } from './merge-changes.ts';
import styles from '../documents.module.css';
import { RawDialog } from './raw-dialog.tsx';
import { RevisionDialog } from '../revisions/revision-dialog.tsx';
import { useSaveDocument } from './save-document.ts';
import { useDocumentDraft, type InitialDraft } from './use-document-draft.ts';

export interface DocumentEditorProps extends Pick<ScreenProps, 'tabId' | 'params'> {
  readonly database: Database;
  readonly initial: Extract<InitialDraft, { kind: 'ready' }>;
}

type OpenDialog = 'changes' | 'theirs' | 'raw' | 'delete' | undefined;

export function DocumentEditor({ tabId, params, database, initial }: DocumentEditorProps) {
  const session = useSession();
  const queries = useQueryClient();
  const storedId = params.id;
  const [newId, setNewId] = useState(initial.kept?.newId ?? suggestedId(params.collection));
  const [typedArchiveAt, setTypedArchiveAt] = useState(initial.kept?.typedArchiveAt);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [revision, setRevision] = useState<DocumentMetadata>();
  const typed = { newId: storedId === undefined ? newId : undefined, typedArchiveAt };
  const { writeRefusal } = database;
  const [draft, dispatch] = useDocumentDraft(database, tabId, storedId, initial.draft, typed);
  const id = storedId ?? newId;
  const actions = useSaveDocument(database, {
    draft,
    id,
    dateProblem: archiveProblem(typedArchiveAt),
    dispatch,
  });

  // Parsing a large text takes longer than a key press may, so it is deferred.
  const settled = useDeferredValue(draft.text);
  const structure = useMemo(() => readStructure(settled), [settled]);
  const dirty = isDirty(draft) || typedArchiveAt !== undefined;
  const huge = draft.text.length > HUGE_CHARACTERS;

  const theirs = draft.conflict?.theirs;
  const { base, text } = draft;
  const merged = useMemo(
    () => (base && theirs ? mergeChanges(base.text, theirs.text, text) : undefined),
    [base, theirs, text],
  );

  const setText = (text: string) => dispatch({ type: 'typed', text });

  const save = async (typedText: string, over?: Base | null) => {
    if (writeRefusal !== undefined) {
      session.notify({ kind: 'info', message: writeRefusal });
      return;
    }
    const date = typedServerDate(typedArchiveAt);
    const text = date === undefined ? typedText : withArchiveAt(typedText, date);
    if (
      storedId !== undefined &&
      over === undefined &&
      text === draft.base?.text &&
      typedArchiveAt === undefined
    )
      return;
    if (text !== draft.text) setText(text);
    const saved = await actions.save(text, over);
    if (saved === undefined) return;
    setTypedArchiveAt(undefined);
    if (storedId !== undefined) return;
    session.setDirty(tabId, false);
    session.openScreen('document', { params: { id: saved } });
    session.closeTab(tabId);
  };

  const loadTheirs = async () => {
    try {
      dispatch({ type: 'loaded', document: await getDocument(database.client, id) });
      setTypedArchiveAt(undefined);
    } catch (thrown) {
      session.reportError(thrown, `Reloading ${id}`);
    }
  };

  /** A normal conditional save; the previous text can be restored with Undo. */
  const restore = async (text: string, of: DocumentMetadata) => {
    const before = draft.text;
    setText(text);
    if ((await actions.save(text)) === undefined) return;
    session.notify({
      kind: 'success',
      message: `Restored ${id} to its revision from ${formatDateTime(of.lastModified ?? '')}.`,
      action: { label: 'Undo restore', run: () => setText(before) },
    });
  };

  const rereadBase = async () => {
    try {
      dispatch({ type: 'reread', document: await getDocument(database.client, id) });
    } catch (thrown) {
      session.reportError(thrown, `Loading the new version of ${id}`);
    }
  };

  const unarchive = async () => {
    try {
      const document = await unarchiveDocument(database.client, id);
      dispatch({ type: 'reread', document });
      if (document) session.notify({ kind: 'success', message: `Unarchived ${id}.` });
    } catch (thrown) {
      session.reportError(thrown, `Unarchiving ${id}`);
    }
  };

  const compareWithTheirs = async () => {
    try {
      dispatch({ type: 'conflicted', theirs: await getDocument(database.client, id) });
      setDialog('theirs');
    } catch (thrown) {
      session.reportError(thrown, `Loading the stored version of ${id}`);
    }
  };

  const layOut = () => {
    try {
      setText(formatJson(draft.text, parseJsonText(draft.text)));
    } catch (thrown) {
      if (!(thrown instanceof JsonTextError)) throw thrown;
      // The banner under the toolbar says already what is wrong with the text and where.
    }
  };

  const remove = async () => {
    setDialog(undefined);
    if (!(await actions.remove())) return;
    session.writeTabState(tabId, undefined);
    session.setDirty(tabId, false);
    session.closeTab(tabId);
    void queries.invalidateQueries({ queryKey: database.key });
  };

  useDocumentCommands(tabId, id, {
    save: () => void save(draft.text),
    changes: () => setDialog('changes'),
    layOut,
    remove: storedId === undefined || writeRefusal !== undefined ? undefined : () => setDialog('delete'),
  });

  const idLinks = useMemo(
    () => ({
      open: (linked: string) => session.openScreen('document', { params: { id: linked } }),
      preview: (linked: string, signal: AbortSignal) => previewDocument(database.client, linked, signal),
    }),
    [session, database.client],
  );
  const problemAt = actions.problem?.at;
  const markers = useMemo<readonly EditorMarker[]>(
    () =>
      problemAt && structure.problem
        ? [{ severity: 'error', message: structure.problem.message, ...problemAt }]
        : [],
    [problemAt, structure.problem],
  );

  return (
    <div className={styles.screen}>
      <DocumentToolbar
        id={storedId}
        dirty={dirty}
        saving={draft.saving}
        archived={draft.base?.metadata.flags.includes('Archived') ?? false}
        canCompare={draft.base !== null && dirty}
        text={draft.text}
        writeRefusal={writeRefusal}
        onSave={() => void save(draft.text)}
        onChanges={() => setDialog('changes')}
        onFormat={layOut}
        onRaw={() => setDialog('raw')}
        onClone={() =>
          session.openScreen('document', {
            params: { cloneOf: id, collection: draft.base?.metadata.collection ?? '' },
          })
        }
        onDelete={() => setDialog('delete')}
      />
      {storedId === undefined && (
        <div className={styles.newId}>
          <TextField
            label="Id"
            value={newId}
            onChange={setNewId}
            hint={idHint(newId)}
            placeholder="orders/"
          />
        </div>
      )}
      {draft.conflict ? (
        <ConflictPanel
          id={id}
          conflict={draft.conflict}
          base={draft.base}
          mine={draft.text}
          onMerge={
            merged !== undefined && theirs
              ? () => {
                  setText(merged);
                  void save(merged, theirs);
                }
              : undefined
          }
          onKeepMine={() => void save(draft.text, draft.conflict?.theirs ?? null)}
          onTakeTheirs={() => {
            const gone = draft.conflict?.theirs === null;
            dispatch({ type: 'took-theirs' });
            setTypedArchiveAt(undefined);
            if (!gone) return;
            session.setDirty(tabId, false);
            session.writeTabState(tabId, undefined);
            session.closeTab(tabId);
          }}
          onCompare={() => setDialog('theirs')}
          onClose={() => dispatch({ type: 'conflict-closed' })}
        />
      ) : (
        <DocumentBanners
          external={externalChange(draft)}
          dirty={dirty}
          problem={actions.problem}
          syntax={structure.problem}
          writeRefusal={writeRefusal}
          onLoadTheirs={() => void loadTheirs()}
          onCompare={() => void compareWithTheirs()}
          onDismiss={actions.clearProblem}
        />
      )}
      <div className={styles.body}>
        <SplitPane
          direction="row"
          initial={0.72}
          min={240}
          storageKey="document-form"
          side={{ which: 'second', name: 'properties', below: 600 }}
          first={
            <CodeEditor
              value={draft.text}
              onChange={setText}
              language={huge ? 'plaintext' : 'json'}
              label={storedId === undefined ? 'New document' : `Document ${storedId}`}
              markers={markers}
              onSave={(text) => void save(text)}
              idLinks={idLinks}
              readOnly={writeRefusal !== undefined}
              autoFocus={storedId === undefined}
            />
          }
          second={
            <DocumentForm
              database={database}
              metadata={draft.base?.metadata ?? null}
              text={structure.problem ? null : settled}
              onArchiveAt={(date) => setText(withArchiveAt(draft.text, date))}
              typedArchiveAt={typedArchiveAt}
              onTypedArchiveAt={setTypedArchiveAt}
              version={draft.externalVersion?.changeVector ?? draft.base?.metadata.changeVector ?? ''}
              onAttachmentsChanged={rereadBase}
              onUnarchive={unarchive}
              onRevision={setRevision}
            />
          }
        />
      </div>
      {dialog === 'changes' && (
        <CompareDialog
          title="Unsaved changes"
          left={{ label: 'stored', text: draft.base?.text ?? '' }}
          right={{ label: 'yours', text: draft.text }}
          onClose={() => setDialog(undefined)}
          action={{
            label: 'Save',
            run: () => {
              setDialog(undefined);
              void save(draft.text);
            },
          }}
        />
      )}
      {dialog === 'theirs' && draft.conflict?.theirs && (
        <CompareDialog
          title={`Compare versions of ${id}`}
          left={{ label: 'saved on the server', text: draft.conflict.theirs.text }}
          right={{ label: 'yours, unsaved', text: draft.text }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {revision && (
        <RevisionDialog
          database={database}
          revision={revision}
          text={draft.text}
          onRestore={(text) => {
            setRevision(undefined);
            void restore(text, revision);
          }}
          onClose={() => setRevision(undefined)}
        />
      )}
      {dialog === 'raw' && <RawDialog database={database} id={id} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={`Delete ${id}?`}
        confirmLabel="Delete"
        danger
        onConfirm={() => void remove()}
        onClose={() => setDialog(undefined)}
      >
        The document will be deleted immediately. Undo restores its text, but not its attachments, counters
        and time series.
      </ConfirmDialog>
    </div>
  );
}

/** The text with its archive date; an invalid text is returned unchanged, and the banner shows why. */
function withArchiveAt(text: string, date: ServerDate): string {
  try {
    return writeMetadataMember(text, ARCHIVE_AT, date);
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return text;
    throw thrown;
  }
}

/** Ids start like their collection, and "/" lets the server generate the rest. */
function suggestedId(collection: string | undefined): string {
  if (collection === undefined || collection === '' || collection.startsWith('@')) return '';
  return `${collection.charAt(0).toLowerCase()}${collection.slice(1)}/`;
}

function idHint(id: string): string {
  if (id.endsWith('/')) return `The server generates the id, such as ${id}0000000000000000001-A`;
  if (id.endsWith('|')) return `The cluster generates the next number: ${id.slice(0, -1)}/1`;
  return 'Used unchanged. The id must be new.';
}

interface Structure {
  readonly problem: JsonTextError | undefined;
}

function readStructure(text: string): Structure {
  try {
    parseJsonText(text);
    return { problem: undefined };
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return { problem: thrown };
    throw thrown;
  }
}

function useDocumentCommands(
  tabId: string,
  id: string,
  run: {
    readonly save: () => void;
    readonly changes: () => void;
    readonly layOut: () => void;
    readonly remove: (() => void) | undefined;
  },
): void {
  const session = useSession();
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const canRemove = run.remove !== undefined;
  const add = useEffectEvent(() =>
    session.addCommands([
      {
        id: `document.save:${tabId}`,
        title: `Save ${id}`,
        group: 'Document',
        shortcut: 'Mod+S',
        run: () => latest.current.save(),
      },
      {
        id: `document.changes:${tabId}`,
        title: 'Show unsaved changes',
        group: 'Document',
        shortcut: 'Alt+D',
        keywords: 'diff compare review',
        run: () => latest.current.changes(),
      },
      {
        id: `document.format:${tabId}`,
        title: 'Format JSON',
        group: 'Document',
        shortcut: 'Shift+Alt+F',
        keywords: 'format indent pretty print',
        run: () => latest.current.layOut(),
      },
      ...(canRemove
        ? [
            {
              id: `document.delete:${tabId}`,
              title: `Delete ${id}…`,
              group: 'Document',
              run: () => latest.current.remove?.(),
            },
          ]
        : []),
    ]),
  );
  useEffect(() => add(), [tabId, id, canRemove]);
}
