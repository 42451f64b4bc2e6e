/** The patch screen: editor, targets and options above, tests and runs below. */
import {
  Bookmark,
  CalendarClock,
  Crosshair,
  FlaskConical,
  ListPlus,
  Pencil,
  Square,
  Trash2,
} from 'lucide-react';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import {
  type ScreenProps,
  useConnection,
  useDatabase,
  useSession,
  useSyntaxCheck,
  useTabState,
} from '../../app/registry/index.ts';
import {
  Badge,
  Banner,
  Button,
  EmptyState,
  ErrorView,
  FieldScope,
  NumberField,
  Select,
  SkeletonRows,
  SplitPane,
  Tabs,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
  useInvalidFields,
} from '../../ui/index.ts';
import type { RqlEditorHandle } from '../../ui/rql/editor.ts';
import {
  MAX_SAMPLES,
  readIds,
  readPatchState,
  textNameOf,
  type Action,
  type Target,
  type View,
} from './patch-state.ts';
import { DatesDialog } from './dates-dialog.tsx';
import styles from './patch.module.css';
import { buildRequest, namesOf } from './patch-request.ts';
import { perDocumentScript } from './per-document-script.ts';
import { RunDialog } from './run-dialog.tsx';
import { RunPane } from './run-pane.tsx';
import { cancelRun, idleRun, resumeRun, runKey, useRuns } from './run-store.ts';
import { ScriptEditor } from './script-editor.tsx';
import { SnippetsDialog } from './snippets-dialog.tsx';
import { TargetForm } from './target-form.tsx';
import { TestPane } from './test-pane.tsx';
import { usePatchActions } from './use-patch-actions.ts';
import { useScriptNames } from './use-script-names.ts';

export default function PatchScreen({ tabId, connectionId, database, params }: ScreenProps) {
  const session = useSession();
  const name = database ?? '';
  const mode = useConnection(connectionId)?.mode ?? 'full';
  const { client: db, key, writeRefusal } = useDatabase({ connectionId, database });
  const [state, change] = useTabState(tabId, (saved) => readPatchState(saved, params));
  const runId = runKey(connectionId, name, tabId);
  const run = useRuns(({ runs }) => runs.get(runId) ?? idleRun);
  const [snippetsOpen, setSnippetsOpen] = useState(false);
  // Opened for dates by another screen; a restored tab has them already.
  const [datesOpen, setDatesOpen] = useState(
    () => params.dates !== undefined && session.readTabState(tabId) === undefined,
  );
  const editor = useRef<RqlEditorHandle>(null);
  const actions = usePatchActions({ tabId, connectionId, database: name, db, mode, state, change });
  const { failure, tested, working, confirmation } = actions;

  const textName = textNameOf(state);
  const text = textName === null ? '' : state[textName];
  // Reading a text of a megabyte takes longer than a key press.
  const deferred = useDeferredValue(state);
  const parameters = useMemo(() => namesOf(deferred), [deferred]);
  const ids = useMemo(() => readIds(deferred.ids), [deferred.ids]);
  const oneByOneProblem = useMemo(() => oneByOneProblemOf(deferred.updateQuery), [deferred.updateQuery]);
  const names = useScriptNames(db, key, { ids, parameters });

  // A run that was active when the window closed or was reloaded.
  const resumed = useRef(state.activeRun);
  useEffect(() => {
    const active = resumed.current;
    resumed.current = null;
    if (active === null || useRuns.getState().runs.has(runId)) return;
    const onActive = (activeRun: typeof active | null) => change({ activeRun });
    void resumeRun({ key: runId, session, db, action: active.action, onActive }, active);
  }, [runId, session, db, change]);

  const ended = run.kind === 'ended';
  const { activeRun } = state;
  // Also when the screen was mounted again during the run, and so did not receive its end.
  useEffect(() => {
    if (ended && activeRun !== null) change({ activeRun: null });
  }, [ended, activeRun, change]);

  const openDocument = useCallback(
    (id: string, split = false) =>
      session.openScreen('document', { params: { id }, connectionId, database: name, split }),
    [session, connectionId, name],
  );

  const deletes = state.action === 'delete';
  const running = run.kind === 'running';
  const fields = useInvalidFields();
  const testRefusal = (deletes ? undefined : writeRefusal) ?? fields.invalidReason;
  const runRefusal =
    writeRefusal ??
    fields.invalidReason ??
    (running ? 'A run of this tab is active. Wait for it, or cancel it.' : undefined);

  const commands = useEffectEvent(() =>
    session.addCommands([
      {
        id: 'patch.test',
        title: 'Test patch on samples',
        group: 'Patch',
        keywords: 'dry run preview',
        run: () => {
          if (testRefusal === undefined) actions.test();
          else session.notify({ kind: 'info', message: testRefusal });
        },
      },
      {
        id: 'patch.snippets',
        title: 'Patch snippets…',
        group: 'Patch',
        keywords: 'saved scripts import export',
        run: () => setSnippetsOpen(true),
      },
      {
        id: 'patch.dates',
        title: 'Set dates of documents…',
        group: 'Patch',
        keywords: 'expires refresh archive-at metadata bulk',
        run: () => setDatesOpen(true),
      },
    ]),
  );
  useEffect(() => commands(), []);

  /** Handled before the editor, which would insert a line break. */
  function onKeyDownCapture(event: KeyboardEvent) {
    const mod = event.ctrlKey || event.metaKey;
    if (!mod || event.key !== 'Enter' || event.altKey || snippetsOpen || datesOpen || confirmation) return;
    event.preventDefault();
    event.stopPropagation();
    editor.current?.closeSuggestions();
    if (event.shiftKey) {
      if (runRefusal === undefined && working === null) actions.run();
    } else if (testRefusal === undefined) actions.test();
  }
  /** Handled last: the first Escape closes the editor's suggestions. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && working !== null && !event.defaultPrevented) actions.stop();
  }

  const problem = failure?.problem && failure.text === text ? failure.problem : null;
  const syntax = useSyntaxCheck(connectionId, textName === 'script' ? '' : text);
  const outdated = useMemo(
    () =>
      tested !== null &&
      JSON.stringify(buildRequest(deferred)) !== JSON.stringify({ ok: true, request: tested.request }),
    [tested, deferred],
  );

  return (
    <div className={styles.column} onKeyDownCapture={onKeyDownCapture} onKeyDown={onKeyDown}>
      <Toolbar label="Patch">
        <Select<Action>
          label="Action"
          hideLabel
          value={state.action}
          onChange={(action) => change({ action })}
          options={[
            { value: 'patch', label: 'Patch', hint: 'change documents by a script' },
            { value: 'delete', label: 'Delete', hint: 'delete documents' },
          ]}
        />
        <Select<Target>
          label="Target"
          hideLabel
          value={state.target}
          onChange={(target) => change({ target })}
          options={[
            { value: 'query', label: 'By query', hint: 'what an RQL query finds' },
            { value: 'documents', label: 'By ids', hint: 'one document or a list' },
          ]}
        />
        <ToolbarSeparator />
        <Button
          variant="primary"
          icon={<FlaskConical />}
          busy={working === 'test'}
          disabledReason={testRefusal}
          onClick={actions.test}
        >
          {deletes ? 'Preview' : 'Test'}
        </Button>
        <Button
          variant={deletes ? 'danger' : 'secondary'}
          icon={deletes ? <Trash2 /> : <Pencil />}
          busy={working === 'count'}
          disabledReason={runRefusal}
          onClick={actions.run}
        >
          {deletes ? 'Delete…' : 'Run patch…'}
        </Button>
        {working !== null && (
          <Button icon={<Square />} onClick={actions.stop}>
            Stop
          </Button>
        )}
        <ToolbarSpace />
        <div className={styles.sampleCount}>
          <FieldScope report={fields.report}>
            <NumberField
              label="Samples"
              value={state.samples}
              min={1}
              max={MAX_SAMPLES}
              onChange={(samples) => change({ samples: samples ?? 1 })}
            />
          </FieldScope>
        </div>
        <div className={styles.sampleField}>
          <TextField
            label="Test on id"
            hideLabel
            mono
            placeholder="Test on id (optional)"
            value={state.sampleId}
            onChange={(sampleId) => change({ sampleId })}
          />
        </div>
        <Button
          variant="ghost"
          icon={<CalendarClock />}
          disabledReason={writeRefusal}
          onClick={() => setDatesOpen(true)}
        >
          Set dates…
        </Button>
        <Button variant="ghost" icon={<Bookmark />} onClick={() => setSnippetsOpen(true)}>
          Snippets
        </Button>
      </Toolbar>
      {writeRefusal !== undefined && <Banner tone="warning">{writeRefusal}</Banner>}
      <div className={styles.fill}>
        <SplitPane
          direction="column"
          initial={0.42}
          min={120}
          storageKey="patch.editor"
          label="Resize the editor"
          first={
            <div className={styles.sideBySide}>
              <div className={styles.main}>
                {textName === null ? (
                  <EmptyState
                    icon={<Trash2 />}
                    title="Delete documents by id"
                    text="Enter the ids on the right. Preview shows the documents before you delete them."
                  />
                ) : (
                  <ScriptEditor
                    key={textName}
                    name={textName}
                    text={text}
                    onText={(typed) => change({ [textName]: typed })}
                    problem={problem}
                    syntax={syntax}
                    names={names}
                    place={state.places[textName]}
                    onPlace={(place) => change({ places: { ...state.places, [textName]: place } })}
                    handle={editor}
                  />
                )}
              </div>
              <FieldScope report={fields.report}>
                <TargetForm
                  state={state}
                  change={change}
                  names={parameters}
                  showMissing={actions.tried}
                  oneByOneProblem={oneByOneProblem}
                />
              </FieldScope>
            </div>
          }
          second={
            <Tabs<View>
              label="Test and run"
              value={state.view}
              onChange={(view) => change({ view })}
              items={[
                {
                  id: 'test',
                  label: deletes ? 'Preview' : 'Test',
                  panel:
                    working === 'test' ? (
                      <SkeletonRows label="Testing" rows={6} />
                    ) : failure !== null ? (
                      <ErrorView error={failure.error} doing={failure.doing}>
                        {failure.allowIndex && (
                          <Button icon={<ListPlus />} onClick={failure.allowIndex}>
                            Allow a new index…
                          </Button>
                        )}
                        {problem && (
                          <Button
                            icon={<Crosshair />}
                            onClick={() => editor.current?.goTo(problem.line, problem.column)}
                          >
                            Go to line {problem.line}
                          </Button>
                        )}
                      </ErrorView>
                    ) : (
                      <TestPane
                        dryRun={tested}
                        outdated={outdated}
                        onOpen={openDocument}
                        onGoTo={({ line, column }) => editor.current?.goTo(line, column)}
                      />
                    ),
                },
                {
                  id: 'run',
                  label: <>Run {running && <Badge tone="info">active</Badge>}</>,
                  panel: (
                    <RunPane
                      run={run}
                      database={name}
                      writeRefusal={writeRefusal}
                      onCancel={() => cancelRun(runId)}
                      onOpen={openDocument}
                      onRunAgain={(again) => runAgain(again)}
                    />
                  ),
                },
              ]}
            />
          }
        />
      </div>
      {snippetsOpen && (
        <SnippetsDialog
          connectionId={connectionId}
          database={name}
          state={state}
          onOpen={change}
          onClose={() => setSnippetsOpen(false)}
        />
      )}
      {datesOpen && writeRefusal === undefined && (
        <DatesDialog
          database={{ client: db, key }}
          state={state}
          onApply={(part) => change({ ...part, view: 'test' })}
          onClose={() => setDatesOpen(false)}
        />
      )}
      {confirmation && (
        <RunDialog
          input={confirmation.input}
          found={confirmation.found}
          guarded={mode === 'guarded'}
          onConfirm={() => actions.start(confirmation)}
          onClose={actions.closeConfirmation}
        />
      )}
    </div>
  );

  /** The same change for these documents only: as a list of ids, with the script of the query. */
  function runAgain(again: readonly string[]): void {
    if (run.kind !== 'ended' || run.input === null) return;
    const { request } = run.input;
    const script =
      request.kind === 'update-query' ? perDocumentScript(request.text) : { ok: false as const, reason: '' };
    change({
      target: 'documents',
      ids: again.join('\n'),
      ...(request.kind === 'patch-documents' ? { script: request.text } : {}),
      ...(script.ok ? { script: script.script.trim() } : {}),
      view: 'test',
    });
  }
}

function oneByOneProblemOf(query: string): string | undefined {
  if (query.trim() === '') return undefined;
  const script = perDocumentScript(query);
  return script.ok || script.reason.startsWith('The query has no update') ? undefined : script.reason;
}
