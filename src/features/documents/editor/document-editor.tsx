/** Edits one document: text, form, saving, conflicts and external changes. */
import { useDeferredValue, useMemo, useState } from 'react';
import {
  type Database,
  type ScreenProps,
  useLoadingIndexes,
  useSession,
} from '../../../app/registry/index.ts';
import { LARGE_JSON } from '../../../protocol/json-cursor.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { SplitPane, TextField } from '../../../ui/index.ts';
import { CodeEditor, HUGE_CHARACTERS, type EditorMarker } from '../../../ui/editor/index.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { DocumentBanners } from './document-banners.tsx';
import { datesProblem, isTypingDate, withDate, type TypedDates } from './document-dates.ts';
import { DocumentDialogs } from './document-dialogs.tsx';
import { isDirty, externalChange } from './document-draft.ts';
import { DocumentForm } from './document-form.tsx';
import { DocumentToolbar } from './document-toolbar.tsx';
import { loadingText } from './loading-text.ts';
import { metadataText } from './editable-text.ts';
import { mergeChanges } from './merge-changes.ts';
import styles from '../documents.module.css';
import { changeMetadata } from '../metadata/document-metadata.ts';
import { idHint, suggestedId } from './new-id.ts';
import { useSameContent } from './same-content.ts';
import { useLearntSchema } from './use-learnt-schema.ts';
import { useSaveDocument } from './save-document.ts';
import { readStructure } from './text-structure.ts';
import { useDocumentActions, type OpenDialog } from './use-document-actions.ts';
import { useDocumentCommands } from './use-document-commands.ts';
import { useIdLinks } from '../use-id-links.ts';
import { useDocumentDraft, type InitialDraft } from './use-document-draft.ts';

export interface DocumentEditorProps extends Pick<ScreenProps, 'tabId' | 'params'> {
  readonly database: Database;
  readonly initial: Extract<InitialDraft, { kind: 'ready' }>;
}

export function DocumentEditor({ tabId, params, database, initial }: DocumentEditorProps) {
  const session = useSession();
  const storedId = params.id;
  const [newId, setNewId] = useState(initial.kept?.newId ?? suggestedId(params.collection));
  const [typedDates, setTypedDates] = useState<TypedDates>(initial.kept?.typedDates ?? {});
  const [dialog, setDialog] = useState<OpenDialog>();
  const [revision, setRevision] = useState<DocumentMetadata>();
  const typed = { newId: storedId === undefined ? newId : undefined, typedDates };
  const { writeRefusal } = database;
  const [draft, dispatch] = useDocumentDraft(database, tabId, storedId, initial.draft, typed);
  const id = storedId ?? newId;
  const saving = useSaveDocument(database, {
    draft,
    id,
    dateProblem: datesProblem(typedDates),
    dispatch,
  });
  const actions = useDocumentActions(database, {
    tabId,
    storedId,
    id,
    draft,
    dispatch,
    saving,
    typedDates,
    setTypedDates,
    setDialog,
  });

  // Parsing a large text takes longer than a key press may, so it is deferred.
  const settled = useDeferredValue(draft.text);
  const stored = draft.base?.text;
  const large = settled.length >= LARGE_JSON;
  // The stored text is valid, and to check a large one takes longer than a key press may: saving checks it.
  const structure = useMemo(
    () => (large || settled === stored ? { problem: undefined } : readStructure(settled)),
    [large, settled, stored],
  );
  const formText = useMemo(() => (large ? metadataText(settled) : settled), [large, settled]);
  const dirty = isDirty(draft) || isTypingDate(typedDates);
  const huge = draft.text.length > HUGE_CHARACTERS;

  const collection = draft.base?.metadata.collection;
  const loadingIndexes = useLoadingIndexes(
    database.client,
    database.key,
    dirty && writeRefusal === undefined && storedId !== undefined && collection !== undefined
      ? { id: storedId, collection }
      : null,
  );

  const learnt = useLearntSchema(
    database.client,
    database.key,
    writeRefusal === undefined && !huge ? (collection ?? params.collection) : undefined,
  );

  const theirs = draft.conflict?.theirs;
  const { base, text } = draft;
  const merged = useMemo(
    () => (base && theirs ? mergeChanges(base.text, theirs.text, text) : undefined),
    [base, theirs, text],
  );

  const external = externalChange(draft);
  const sameContent = useSameContent(database, base, external === 'deleted');

  const setText = (text: string) => dispatch({ type: 'typed', text });
  /** The suggested id begins like the collection; an empty one suggests none. */
  const clone = (collection: string) =>
    session.openScreen('document', { params: { cloneOf: id, collection } });

  useDocumentCommands(tabId, id, {
    save: () => actions.reviewAndSave(draft.text),
    changes: () => setDialog('changes'),
    layOut: actions.layOut,
    remove: storedId === undefined || writeRefusal !== undefined ? undefined : () => setDialog('delete'),
  });

  const idLinks = useIdLinks(database);
  const problemAt = saving.problem?.at;
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
        onSave={() => actions.reviewAndSave(draft.text)}
        onChanges={() => setDialog('changes')}
        onFormat={actions.layOut}
        onRaw={() => setDialog('raw')}
        onReferences={() => setDialog('references')}
        onClone={() => clone(collection ?? '')}
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
          onMerge={merged !== undefined && theirs ? () => actions.saveMerged(merged, theirs) : undefined}
          onMergeByProperty={base && theirs && !structure.problem ? () => setDialog('merge') : undefined}
          onKeepMine={() => void actions.save(draft.text, draft.conflict?.theirs ?? null)}
          onTakeTheirs={actions.takeTheirs}
          onCompare={() => setDialog('theirs')}
          onClose={() => dispatch({ type: 'conflict-closed' })}
        />
      ) : (
        <DocumentBanners
          id={id}
          external={external}
          sameContent={sameContent}
          dirty={dirty}
          problem={saving.problem}
          syntax={structure.problem}
          writeRefusal={writeRefusal}
          loading={loadingText(loadingIndexes)}
          onOpen={(other) => session.openScreen('document', { params: { id: other } })}
          onLoadTheirs={() => void actions.loadTheirs()}
          onCompare={() => void actions.compareWithTheirs()}
          onDismiss={saving.clearProblem}
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
              onSave={actions.reviewAndSave}
              idLinks={idLinks}
              jsonSchema={learnt.schema}
              readOnly={writeRefusal !== undefined}
              autoFocus={storedId === undefined}
            />
          }
          second={
            <DocumentForm
              database={database}
              metadata={draft.base?.metadata ?? null}
              text={structure.problem ? null : formText}
              schemaOrigin={learnt.origin}
              onDate={(job, date) => setText(withDate(draft.text, job, date))}
              typedDates={typedDates}
              onTypedDates={setTypedDates}
              onMetadata={(changes) => setText(changeMetadata(draft.text, changes))}
              onCloneElsewhere={() => clone('')}
              version={draft.externalVersion?.changeVector ?? draft.base?.metadata.changeVector ?? ''}
              onAttachmentsChanged={actions.rereadBase}
              onUnarchive={actions.unarchive}
              onRevision={setRevision}
            />
          }
        />
      </div>
      <DocumentDialogs
        database={database}
        id={id}
        draft={draft}
        dialog={dialog}
        revision={revision}
        actions={actions}
        onClose={() => setDialog(undefined)}
        onCloseRevision={() => setRevision(undefined)}
      />
    </div>
  );
}
