/** Edits one index: its texts and options, trying, saving, and external changes. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { capabilitiesOf } from '../../../contract/index.ts';
import { type Database, type ScreenProps, useConnection, useSession } from '../../../app/registry/index.ts';
import { FieldScope, fileName, saveFile, SplitPane, Tabs, useInvalidFields } from '../../../ui/index.ts';
import { outputFields } from './completion/output-fields.ts';
import { useDatabaseNames } from './completion/use-completion-source.ts';
import { EditorBanners } from './editor-banners.tsx';
import { EditorDialogs, type OpenDialog } from './editor-dialogs.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import type { ErrorPlace } from './error-place.ts';
import { FieldsPanel } from './fields-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { externalChange, isDirty, type IndexDraft } from './index-draft.ts';
import { definitionJson, type IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import { problemOf, type Problem } from './problem.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { TextsPane, type TextsHandle } from './texts-pane.tsx';
import { TryPanel } from './try-panel.tsx';
import { useDeleteIndex } from './use-delete-index.ts';
import { useIndexCommands } from './use-index-commands.ts';
import { useIndexDraft } from './use-index-draft.ts';
import { useSaveIndex } from './use-save-index.ts';
import { useTryIndex } from './use-try-index.ts';
import { useVectorSupport } from './use-vector-support.ts';
import { saveObstacle, tryObstacle } from './validate-form.ts';

export interface IndexEditorProps extends Pick<ScreenProps, 'tabId' | 'params'> {
  readonly database: Database;
  readonly initial: IndexDraft;
}

type View = 'try' | 'fields' | 'settings' | 'history';

export function IndexEditor({ tabId, params, database, initial }: IndexEditorProps) {
  const session = useSession();
  const storedName = params.index;
  const { writeRefusal } = database;
  const [dialog, setDialog] = useState<OpenDialog>();
  const [view, setView] = useState<View>('try');
  const [complaint, setComplaint] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const report = (error: unknown, doing: string, sent: IndexForm) => {
    const found = problemOf(error, doing, sent);
    setProblem(found);
    if (found.place.field !== null) setView('fields');
  };
  const saver = useSaveIndex(database, {
    tabId,
    storedName,
    onStart: () => setProblem(undefined),
    onFailure: (error, doing) => report(error, doing, form),
    onComplaint: setComplaint,
  });
  const open = useIndexDraft(database, tabId, storedName, initial, saver.saving);
  const { draft, dispatch } = open;
  const { form, base } = draft;
  const dirty = isDirty(draft);
  const external = externalChange(draft);
  const deletion = useDeleteIndex(database, {
    tabId,
    storedName,
    lockMode: base?.lockMode ?? null,
    isDeleted: external === 'deleted',
    onStart: () => setProblem(undefined),
    onFailure: (error, doing) => report(error, doing, form),
  });
  const isGuarded = useConnection(database.client.server.connection)?.mode === 'guarded';
  const noVectors = useVectorSupport(database);
  const names = useDatabaseNames(database);
  const texts = useRef<TextsHandle>(null);
  const optionFields = useInvalidFields();
  const tryFields = useInvalidFields();
  const edit = (change: Partial<IndexForm>) => {
    setComplaint(undefined);
    setProblem(undefined);
    dispatch({ type: 'edited', form: { ...form, ...change } });
  };

  const trying = useTryIndex(database.client, {
    onStart: () => setProblem(undefined),
    onFailure: (error, sent) => report(error, 'Trying the index', sent),
  });
  const outputs = useMemo(
    () => [...new Set([...outputFields(form.maps), ...trying.fields])],
    [form.maps, trying.fields],
  );

  const tryNow = () => {
    if (writeRefusal !== undefined) {
      session.notify({ kind: 'info', message: writeRefusal });
      return;
    }
    const obstacle = tryObstacle(form) ?? tryFields.invalidReason ?? optionFields.invalidReason;
    setComplaint(obstacle);
    setProblem(undefined);
    setView('try');
    if (obstacle === undefined) trying.start(form);
  };

  /** A stored index is saved after its changes were shown. */
  const requestSave = () => {
    if (writeRefusal !== undefined) {
      session.notify({ kind: 'info', message: writeRefusal });
      return;
    }
    const obstacle = saveObstacle(form) ?? optionFields.invalidReason;
    setComplaint(obstacle);
    setProblem(undefined);
    if (obstacle !== undefined) return;
    // There is nothing to compare with.
    if (base === null || external === 'deleted') save();
    else if (dirty) setDialog('save');
  };

  const save = () => {
    setDialog(undefined);
    void saver.save(draft, dispatch);
  };

  const exportDefinition = () => {
    const name = (form.name.trim() || 'index').replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
    saveFile(`${name}.index.json`, 'application/json', definitionJson(form));
  };

  const replaceForm = (next: IndexForm, message: string) => {
    const before = form;
    dispatch({ type: 'edited', form: storedName === undefined ? next : { ...next, name: form.name } });
    session.notify({
      kind: 'info',
      message,
      action: { label: 'Undo', run: () => dispatch({ type: 'edited', form: before }) },
    });
  };

  const showPlace = (place: ErrorPlace) => {
    if (place.part) texts.current?.goTo(place.part, place.line, place.column);
    else if (place.field !== null) setView('fields');
  };
  // The first error of an attempt gets the caret, as a compiler's would.
  const shown = useRef<Problem>(undefined);
  useEffect(() => {
    if (!problem || shown.current === problem) return;
    shown.current = problem;
    if (problem.place.part) texts.current?.reveal(problem.place.part, problem.place.line);
  }, [problem]);

  useIndexCommands(tabId, form.name.trim() || 'the index', {
    save: requestSave,
    tryNow,
    changes: () => {
      if (base !== null && dirty) setDialog('changes');
    },
    exportDefinition,
    remove: deletion.refusal === undefined ? deletion.start : undefined,
  });

  /** Before the editor, which would insert a line break. */
  function onKeyDownCapture(event: KeyboardEvent) {
    const mod = event.ctrlKey || event.metaKey;
    if (!mod || event.key !== 'Enter' || event.altKey || event.shiftKey) return;
    tryNow();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles.screen} onKeyDownCapture={onKeyDownCapture}>
      <EditorToolbar
        database={database}
        form={form}
        storedName={storedName}
        dirty={dirty}
        deleted={external === 'deleted'}
        saving={saver.saving}
        trying={trying.state.kind === 'running'}
        canCompare={base !== null && dirty}
        writeRefusal={writeRefusal}
        deletion={deletion}
        onName={(name) => edit({ name })}
        onSave={requestSave}
        onTry={tryNow}
        onChanges={() => setDialog('changes')}
        onExport={exportDefinition}
        onForm={replaceForm}
        onClone={() => session.openScreen('index-editor', { params: { cloneOf: storedName ?? '' } })}
      />
      <EditorBanners
        writeRefusal={writeRefusal}
        dirty={dirty}
        external={external}
        isBuildingReplacement={open.isBuildingReplacement}
        lockMode={base?.lockMode ?? 'Unlock'}
        complaint={complaint}
        problem={problem}
        form={form}
        onUnlock={() => void saver.unlock(draft, dispatch)}
        onReload={() => dispatch({ type: 'took-theirs' })}
        onKeepMine={() => dispatch({ type: 'kept-mine' })}
        onCompare={() => setDialog('theirs')}
        onShowPlace={showPlace}
        onDismiss={() => setProblem(undefined)}
      />
      <div className={styles.body}>
        <SplitPane
          direction="row"
          initial={0.52}
          min={280}
          storageKey="index-editor"
          label="Resize the texts of the index"
          side={{ which: 'second', name: 'results and options', below: 720 }}
          first={
            <TextsPane
              form={form}
              names={names}
              outputs={outputs}
              problem={problem}
              readOnly={writeRefusal !== undefined}
              onEdit={edit}
              onSave={requestSave}
              handle={texts}
            />
          }
          second={
            <Tabs<View>
              label="Index"
              value={view}
              onChange={setView}
              items={[
                {
                  id: 'try',
                  label: 'Try',
                  panel: (
                    <TryPanel
                      trying={trying}
                      form={form}
                      writeRefusal={writeRefusal}
                      isGuarded={isGuarded}
                      onTry={tryNow}
                      onInvalid={tryFields.report}
                      onShowPlace={showPlace}
                      onOpenDocument={(id) => session.openScreen('document', { params: { id } })}
                      exportName={(what) => fileName(what, database.client.name, 'json')}
                    />
                  ),
                },
                {
                  id: 'fields',
                  label: `Fields${form.fields.length > 0 ? ` (${form.fields.length})` : ''}`,
                  panel: (
                    <FieldScope report={optionFields.report}>
                      <FieldsPanel
                        fields={form.fields}
                        outputs={outputs}
                        problem={problem?.place.field ?? undefined}
                        searchEngine={form.searchEngine}
                        noVectors={noVectors}
                        disabled={writeRefusal !== undefined}
                        onChange={(fields) => edit({ fields })}
                      />
                    </FieldScope>
                  ),
                },
                {
                  id: 'settings',
                  label: 'Settings',
                  panel: (
                    <SettingsPanel
                      form={form}
                      hasAllOptions={capabilitiesOf(database.client.server.connection).allIndexOptions}
                      disabled={writeRefusal !== undefined}
                      onEdit={edit}
                    />
                  ),
                },
                {
                  id: 'history',
                  label: 'History',
                  panel: (
                    <HistoryPanel
                      database={database}
                      name={storedName}
                      form={form}
                      writeRefusal={writeRefusal}
                      onRestore={replaceForm}
                    />
                  ),
                },
              ]}
            />
          }
        />
      </div>
      <EditorDialogs
        draft={draft}
        dialog={dialog}
        deletion={deletion}
        onSave={save}
        onClose={() => setDialog(undefined)}
      />
    </div>
  );
}
