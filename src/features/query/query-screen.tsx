/** The query screen: editor and parameters above, results below. */
import { ChevronDown, Play, SlidersHorizontal, Timer } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type ScreenProps, useConnection, useSession } from '../../app/registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import {
  Button,
  classNames,
  IconButton,
  Menu,
  SkeletonRows,
  SplitPane,
  Toolbar,
  ToolbarSpace,
  Tooltip,
} from '../../ui/index.ts';
import { useAdvice, useFailureAdvice } from './advice/use-advice.ts';
import { useHiddenColumns } from './results/use-hidden-columns.ts';
import { ResultTabs } from './result-tabs.tsx';
import { type Example, examples } from './editor/examples.ts';
import { FailurePane } from './runs/failure-pane.tsx';
import { FieldWarningBar } from './editor/field-warning.tsx';
import { HistoryMenu } from './runs/history-menu.tsx';
import { ParameterForm } from './editor/parameter-form.tsx';
import { QueryEditor, type QueryEditorHandle } from './editor/query-editor.tsx';
import { historyKey, useHistoryOf, useQueryHistory } from './runs/query-history.ts';
import { type CompletedRun, idle, type Run, useQueryRuns } from './runs/query-runs.ts';
import styles from './query.module.css';
import { hasLimit, parameterNames } from './rql/clauses.ts';
import { QueryFiles } from './saved/query-files.tsx';
import { StaleBanner } from './runs/stale-banner.tsx';
import { StartPane } from './editor/start-pane.tsx';
import { SummaryBar } from './runs/summary-bar.tsx';
import { useCompletionNames } from './editor/use-completion-names.ts';
import { useFieldCheck } from './editor/use-field-check.ts';
import { useQueryActions } from './runs/use-query-actions.ts';
import { useQueryState } from './runs/use-query-state.ts';

export default function QueryScreen({ tabId, connectionId, database, params }: ScreenProps) {
  const session = useSession();
  const name = database ?? '';
  const mode = useConnection(connectionId)?.mode ?? 'full';
  const refusesIndexes = mode !== 'full';
  const db = useMemo(
    () => new ServerClient(session.port, connectionId).database(name),
    [session.port, connectionId, name],
  );
  const key = useMemo(() => [connectionId, name] as const, [connectionId, name]);
  const [state, change] = useQueryState(tabId, params.query ?? '');
  const current = useQueryRuns((runs) => runs.runs.get(tabId) ?? idle);
  const history = useHistoryOf(connectionId, name);
  const completionNames = useCompletionNames(db, key, current);
  const editor = useRef<QueryEditorHandle>(null);
  const [tried, setTried] = useState(false);

  const names = useMemo(() => parameterNames(state.text), [state.text]);
  const place = historyKey(connectionId, name);

  const visible = visibleRun(current);
  const columns = useHiddenColumns(place, state, change, visible?.request.query ?? '');
  const advice = useAdvice(db, visible);
  const failureAdvice = useFailureAdvice(db, current.kind === 'failed' ? current.request : null);

  // Merges the history of a restored tab once.
  const restored = useRef(state.history);
  useEffect(() => useQueryHistory.getState().merge(place, restored.current), [place]);
  useEffect(() => change({ history: [...history] }), [history, change]);

  const onMissing = () => setTried(true);
  const check = useFieldCheck(completionNames);
  const actions = useQueryActions({ tabId, db, place, state, change, onMissing, allows: check.allows });
  const load = (example: Pick<Example, 'query' | 'parameters'>) => {
    change({ text: example.query, parameters: { ...state.parameters, ...example.parameters } });
    editor.current?.focus();
  };
  const openDocument = useCallback(
    (id: string, split = false) =>
      session.openScreen('document', { params: { id }, connectionId, database: name, split }),
    [session, connectionId, name],
  );

  /**
   * Handled before the editor, which would insert a line break, and before the shell, which would run the command
   * again.
   */
  function onKeyDownCapture(event: KeyboardEvent) {
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key === 'Enter' && !event.altKey) {
      editor.current?.closeSuggestions();
      if (event.shiftKey) actions.runWithTimings();
      else actions.run();
      event.preventDefault();
      event.stopPropagation();
    }
  }
  /** Handled last: the first Escape closes the editor's suggestions. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && current.kind === 'running' && !event.defaultPrevented) actions.stop();
  }

  const running = current.kind === 'running';
  const problem = current.kind === 'failed' && current.request.query === state.text ? current.problem : null;
  const textEditor = (
    <QueryEditor
      text={state.text}
      onText={(text) => change({ text })}
      problem={problem}
      completionNames={completionNames}
      place={state.place}
      onPlace={(at) => change({ place: at })}
      handle={editor}
    />
  );

  return (
    <div className={styles.column} onKeyDownCapture={onKeyDownCapture} onKeyDown={onKeyDown}>
      <Toolbar label="Query">
        <Tooltip content="Ctrl/Cmd+Enter">
          <Button variant="primary" icon={<Play />} busy={running} onClick={actions.run}>
            Run
          </Button>
        </Tooltip>
        <Tooltip content="Runs the query and requests timings and plan (Shift+Ctrl/Cmd+Enter)">
          <Button variant="secondary" icon={<Timer />} disabled={running} onClick={actions.runWithTimings}>
            Run with timings
          </Button>
        </Tooltip>
        <ToolbarSpace />
        <QueryFiles
          connectionId={connectionId}
          database={name}
          state={state}
          history={history}
          onChange={change}
          onOpened={() => editor.current?.focus()}
        />
        <HistoryMenu history={history} onPick={load} />
        <Menu
          trigger={
            <Button variant="ghost" icon={<ChevronDown />}>
              Examples
            </Button>
          }
          items={examples.map((example) => ({
            id: example.title,
            label: example.title,
            onSelect: () => load(example),
          }))}
        />
        <Menu
          align="end"
          trigger={<IconButton label="Query options" icon={<SlidersHorizontal />} />}
          items={[
            {
              id: 'wait',
              label: `${state.waitForFresh ? '✓ ' : ''}Wait for non-stale results`,
              hint: 'may take a long time',
              onSelect: () => change({ waitForFresh: !state.waitForFresh }),
            },
            {
              id: 'no-index',
              label: `${state.noNewIndex || refusesIndexes ? '✓ ' : ''}Don't create an auto-index`,
              hint: refusesIndexes ? `always on for a ${mode} connection` : 'fail if none matches',
              disabled: refusesIndexes,
              onSelect: () => change({ noNewIndex: !state.noNewIndex }),
            },
          ]}
        />
      </Toolbar>
      <div className={styles.fill}>
        <SplitPane
          direction="column"
          initial={0.32}
          min={96}
          storageKey="query.editor"
          label="Resize the editor"
          // The editor keeps its position in the tree: remounting would lose caret and undo history.
          first={
            <div className={styles.sideBySide}>
              <div className={styles.main}>{textEditor}</div>
              {names.length > 0 && (
                <ParameterForm
                  names={names}
                  typed={state.parameters}
                  showMissing={tried}
                  onChange={(parameter, typed) =>
                    change({ parameters: { ...state.parameters, [parameter]: typed } })
                  }
                />
              )}
            </div>
          }
          second={
            <div className={styles.column}>
              {check.warning && (
                <FieldWarningBar
                  warning={check.warning}
                  onCorrect={actions.runAgain}
                  onRunAnyway={() => {
                    check.accept();
                    actions.runAgain();
                  }}
                  onDismiss={check.dismiss}
                />
              )}
              <SummaryBar db={db} run={current} onStop={actions.stop} />
              <div className={classNames(styles.fill, running && styles.outdated)} aria-busy={running}>
                <Answer
                  run={current}
                  start={
                    <StartPane
                      db={db}
                      queryKey={key}
                      onTry={(example) => actions.runThis(example.query, example.parameters)}
                    />
                  }
                  completed={(completed) => (
                    <div className={styles.column}>
                      <StaleBanner
                        answer={completed.answer}
                        waited={completed.request.waitForFresh}
                        onWaitAndRun={() => actions.runWhenFresh(completed.request.query)}
                      />
                      <div className={styles.fill}>
                        <ResultTabs
                          tabId={tabId}
                          advice={advice}
                          answer={completed.answer}
                          query={completed.request.query}
                          parameters={completed.request.parameters}
                          database={name}
                          limited={hasLimit(completed.request.query)}
                          noNewIndex={completed.request.newIndex === 'refuse'}
                          view={state.view}
                          asJson={state.asJson}
                          planAsTable={state.planAsTable}
                          hiddenColumns={columns.hiddenFor(completed.request.query)}
                          onHiddenColumns={columns.onHidden}
                          onChange={change}
                          onRunWithTimings={actions.runWithTimings}
                          onOpenDocument={openDocument}
                        />
                      </div>
                    </div>
                  )}
                  failed={(failed) => (
                    <FailurePane
                      failed={failed}
                      advice={failureAdvice}
                      mode={mode}
                      onRetry={actions.run}
                      onAllowIndex={actions.runAllowingIndex}
                      onGoTo={() => {
                        if (failed.problem) editor.current?.goTo(failed.problem.line, failed.problem.column);
                      }}
                    />
                  )}
                />
              </div>
            </div>
          }
        />
      </div>
    </div>
  );
}

interface AnswerProps {
  readonly run: Run;
  readonly start: React.ReactNode;
  readonly completed: (completed: Extract<Run, { kind: 'answered' }>) => React.ReactNode;
  readonly failed: (failed: Extract<Run, { kind: 'failed' }>) => React.ReactNode;
}

/** The run whose result is visible. */
function visibleRun(run: Run): CompletedRun | null {
  return run.kind === 'answered' ? run : run.kind === 'running' ? run.last : null;
}

/** The previous result stays visible while a query runs, to avoid layout jumps. */
function Answer({ run, start, completed, failed }: AnswerProps) {
  if (run.kind === 'failed') return failed(run);
  const shown = visibleRun(run);
  if (shown) return completed(shown);
  return run.kind === 'running' ? <SkeletonRows label="Loading results" rows={8} /> : start;
}
