/** Edits one index: its texts and options, trying, saving, and external changes. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSession, type ScreenProps } from '../../../app/registry/index.ts';
import { unlockIndex } from '../../../protocol/index-definitions.ts';
import { fileName, saveFile, SplitPane, Tabs } from '../../../ui/index.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { outputFields } from './completion/output-fields.ts';
import { useDatabaseNames } from './completion/use-completion-source.ts';
import { saveEffect } from './definition-text.ts';
import { EditorBanners } from './editor-banners.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import { locateIndexError, type ErrorPlace } from './error-place.ts';
import { FieldsPanel } from './fields-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import type { IndexDatabase } from './index-database.ts';
import { externalChange, isDirty, type IndexDraft } from './index-draft.ts';
import { definitionJson, type IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import { SaveDialog } from './save-dialog.tsx';
import { differentMembers, saveIndex } from './save-index.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { TextsPane, type TextsHandle } from './texts-pane.tsx';
import { TryPanel } from './try-panel.tsx';
import { useIndexCommands } from './use-index-commands.ts';
import { useIndexDraft } from './use-index-draft.ts';
import { useTryIndex } from './use-try-index.ts';
import { saveObstacle, tryObstacle } from './validate-form.ts';

export interface IndexEditorProps extends Pick<ScreenProps, 'tabId' | 'params'> {
  readonly database: IndexDatabase;
  readonly initial: IndexDraft;
}

/** An error of the server, shown at its place until the next attempt. */
export interface Problem {
  readonly doing: string;
  readonly error: unknown;
  readonly place: ErrorPlace;
  /** What was sent. */
  readonly form: IndexForm;
}

type View = 'try' | 'fields' | 'settings' | 'history';
type OpenDialog = 'save' | 'changes' | 'theirs' | undefined;

export function IndexEditor({ tabId, params, database, initial }: IndexEditorProps) {
  const session = useSession();
  const queries = useQueryClient();
  const storedName = params.index;
  const { writeRefusal } = database;
  const [saving, setSaving] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [view, setView] = useState<View>('try');
  const [complaint, setComplaint] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const open = useIndexDraft(database, tabId, storedName, initial, saving);
  const { draft, dispatch } = open;
  const { form, base } = draft;
  const dirty = isDirty(draft);
  const names = useDatabaseNames(database);
  const texts = useRef<TextsHandle>(null);
  const edit = (change: Partial<IndexForm>) => {
    setComplaint(undefined);
    dispatch({ type: 'edited', form: { ...form, ...change } });
  };

  const report = (error: unknown, doing: string, sent: IndexForm) => {
    const message = error instanceof Error ? error.message : String(error);
    const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '';
    const place = locateIndexError(message, detail, sent);
    setProblem({ doing, error, place, form: sent });
    if (place.field !== null) setView('fields');
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
    const obstacle = tryObstacle(form);
    setComplaint(obstacle);
    setView('try');
    if (obstacle === undefined) trying.start(form);
  };

  /** A stored index is saved after its changes were shown. */
  const requestSave = () => {
    if (writeRefusal !== undefined) {
      session.notify({ kind: 'info', message: writeRefusal });
      return;
    }
    const obstacle = saveObstacle(form);
    setComplaint(obstacle);
    if (obstacle !== undefined) return;
    if (base === null) void save();
    else if (dirty) setDialog('save');
  };

  const save = async () => {
    setDialog(undefined);
    setProblem(undefined);
    setSaving(true);
    const doing = `Saving ${form.name.trim()}`;
    try {
      const outcome = await saveIndex(database.client, form, base);
      if (outcome.kind === 'conflict') {
        dispatch({ type: 'read', stored: outcome.stored });
        if (base === null)
          setComplaint(`This database already has an index named ${form.name.trim()}. Choose another name.`);
        return;
      }
      if (outcome.kind === 'ignored') {
        session.notify({
          kind: 'warning',
          message: `The server kept the previous definition of ${form.name}. Its lock mode ignores changes: unlock it, then save again.`,
        });
        dispatch({ type: 'saved', stored: outcome.stored, form });
        return;
      }
      const effect = base && saveEffect(base, outcome.stored);
      dispatch({ type: 'saved', stored: outcome.stored, form: outcome.stored });
      const lost = differentMembers(form, outcome.stored);
      session.notify({
        kind: lost.length > 0 ? 'warning' : 'success',
        message: `Saved ${outcome.stored.name}.${lost.length > 0 ? ` The server stored these members differently: ${lost.join(', ')}.` : ''}`,
        ...(effect === 'rebuild'
          ? { detail: 'The server builds the new version and then replaces the previous one.' }
          : {}),
      });
      void queries.invalidateQueries({ queryKey: database.key });
      if (storedName !== undefined) return;
      session.writeTabState(tabId, undefined);
      session.setDirty(tabId, false);
      session.openScreen('index-editor', { params: { index: outcome.stored.name } });
      session.closeTab(tabId);
    } catch (thrown) {
      report(thrown, doing, form);
    } finally {
      setSaving(false);
    }
  };

  const unlock = async () => {
    const name = storedName ?? form.name;
    try {
      await unlockIndex(database.client, name);
      const stored = base && { ...base, lockMode: 'Unlock' };
      if (stored) dispatch({ type: 'saved', stored, form: { ...form, lockMode: 'Unlock' } });
      session.notify({ kind: 'success', message: `Unlocked ${name}.` });
    } catch (thrown) {
      session.reportError(thrown, `Unlocking ${name}`);
    }
  };

  const exportDefinition = () => {
    const name = (form.name.trim() || 'index').replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
    saveFile(`${name}.index.json`, 'application/json', definitionJson(form));
  };

  const useForm = (next: IndexForm, message: string) => {
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
  });

  /** Before the editor, which would insert a line break. */
  function onKeyDownCapture(event: KeyboardEvent) {
    const mod = event.ctrlKey || event.metaKey;
    if (!mod || event.key !== 'Enter' || event.altKey || event.shiftKey) return;
    tryNow();
    event.preventDefault();
    event.stopPropagation();
  }

  const theirs = draft.stored ?? null;
  return (
    <div className={styles.screen} onKeyDownCapture={onKeyDownCapture}>
      <EditorToolbar
        database={database}
        form={form}
        storedName={storedName}
        dirty={dirty}
        saving={saving}
        trying={trying.state.kind === 'running'}
        canCompare={base !== null && dirty}
        writeRefusal={writeRefusal}
        onName={(name) => edit({ name })}
        onSave={requestSave}
        onTry={tryNow}
        onChanges={() => setDialog('changes')}
        onExport={exportDefinition}
        onForm={useForm}
        onClone={() => session.openScreen('index-editor', { params: { cloneOf: storedName ?? '' } })}
      />
      <EditorBanners
        writeRefusal={writeRefusal}
        dirty={dirty}
        external={externalChange(draft)}
        isBuildingReplacement={open.isBuildingReplacement}
        lockMode={base?.lockMode ?? 'Unlock'}
        complaint={complaint}
        problem={problem}
        form={form}
        onUnlock={() => void unlock()}
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
                      onTry={tryNow}
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
                    <FieldsPanel
                      fields={form.fields}
                      outputs={outputs}
                      problem={problem?.place.field ?? undefined}
                      disabled={writeRefusal !== undefined}
                      onChange={(fields) => edit({ fields })}
                    />
                  ),
                },
                {
                  id: 'settings',
                  label: 'Settings',
                  panel: (
                    <SettingsPanel
                      form={form}
                      hasAllOptions={database.hasAllOptions}
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
                      onRestore={useForm}
                    />
                  ),
                },
              ]}
            />
          }
        />
      </div>
      {dialog === 'save' && base && (
        <SaveDialog
          stored={base}
          form={form}
          onSave={() => void save()}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'changes' && base && (
        <CompareDialog
          title={`Unsaved changes of ${form.name}`}
          left={{ label: 'stored', form: base }}
          right={{ label: 'yours', form }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'theirs' && theirs && (
        <CompareDialog
          title={`Compare versions of ${form.name}`}
          left={{ label: 'stored on the server', form: theirs }}
          right={{ label: 'yours, unsaved', form }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}
