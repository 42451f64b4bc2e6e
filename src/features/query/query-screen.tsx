/** The query screen: editor and parameters above, results below. */
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import {
  type ScreenProps,
  useConnection,
  useDatabase,
  useSession,
  useTabState,
} from '../../app/registry/index.ts';
import { SplitPane } from '../../ui/index.ts';
import type { RqlEditorHandle } from '../../ui/rql/editor.ts';
import { parameterNames } from '../../ui/rql/index.ts';
import { AnswerPane } from './answer-pane.tsx';
import type { Example } from './editor/examples.ts';
import { useCompletionNames } from './editor/use-completion-names.ts';
import { useFieldCheck } from './editor/use-field-check.ts';
import { QueryEditorPane } from './query-editor-pane.tsx';
import { QueryToolbar } from './query-toolbar.tsx';
import styles from './query.module.css';
import { useReproduce } from './reproduce/use-reproduce.tsx';
import { useHiddenColumns } from './results/use-hidden-columns.ts';
import { nothingKept, useKeptResults } from './runs/kept-results.ts';
import { historyKey, useHistoryOf, useQueryHistory } from './runs/query-history.ts';
import { idle, useQueryRuns, visibleRun } from './runs/query-runs.ts';
import { readQueryState } from './runs/query-state.ts';
import { useQueryActions } from './runs/use-query-actions.ts';

export default function QueryScreen({ tabId, connectionId, database, params }: ScreenProps) {
  const session = useSession();
  const name = database ?? '';
  const mode = useConnection(connectionId)?.mode ?? 'full';
  const { client: db, key } = useDatabase({ connectionId, database });
  const [state, change] = useTabState(tabId, (saved) =>
    readQueryState(saved, params.query ?? '', params.view === 'map'),
  );
  const current = useQueryRuns((runs) => runs.runs.get(tabId) ?? idle);
  const history = useHistoryOf(connectionId, name);
  const completionNames = useCompletionNames(db, key, current);
  const editor = useRef<RqlEditorHandle>(null);
  const [tried, setTried] = useState(false);

  // Reading a large text takes longer than a key press may, so it is deferred.
  const settled = useDeferredValue(state.text);
  const parameters = useMemo(() => parameterNames(settled), [settled]);
  const place = historyKey(connectionId, name);

  const kept = useKeptResults(({ tabs }) => tabs.get(tabId) ?? nothingKept);
  const displayed = kept.shown ?? current;
  const visible = visibleRun(displayed);
  const columns = useHiddenColumns(place, state, change, visible?.request.query ?? '');
  const reproduce = useReproduce({ tabId, db, params, state, change, visible });

  // Merges the history of a restored tab once.
  const restored = useRef(state.history);
  useEffect(() => useQueryHistory.getState().merge(place, restored.current), [place]);
  useEffect(() => change({ history: [...history] }), [history, change]);

  const onMissing = () => setTried(true);
  const check = useFieldCheck(completionNames);
  const actions = useQueryActions({ tabId, db, place, state, change, onMissing, allows: check.allows });
  useEffect(
    () =>
      session.addCommands([
        {
          id: 'query.format',
          title: 'Format query',
          group: 'Query',
          shortcut: 'Shift+Alt+F',
          keywords: 'indent beautify pretty print RQL',
          run: () => editor.current?.format(),
        },
      ]),
    [session],
  );
  const load = (example: Pick<Example, 'query' | 'parameters'>) => {
    change({ text: example.query, parameters: { ...state.parameters, ...example.parameters } });
    editor.current?.focus();
  };

  /**
   * Handled before the editor, which would insert a line break, and before the shell, which would run the command
   * again.
   */
  function onKeyDownCapture(event: KeyboardEvent) {
    if (!isInside(event)) return;
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
    if (event.key === 'Escape' && current.kind === 'running' && !event.defaultPrevented && isInside(event))
      actions.stop();
  }

  const problem = current.kind === 'failed' && current.request.query === state.text ? current.problem : null;
  return (
    <div className={styles.column} onKeyDownCapture={onKeyDownCapture} onKeyDown={onKeyDown}>
      <QueryToolbar
        connectionId={connectionId}
        database={name}
        mode={mode}
        running={current.kind === 'running'}
        state={state}
        history={history}
        actions={actions}
        onChange={change}
        onFormat={() => editor.current?.format()}
        onLoad={load}
        onOpened={() => editor.current?.focus()}
      />
      <div className={styles.fill}>
        <SplitPane
          direction="column"
          initial={0.32}
          fit={editorHeight(state.text, parameters.length)}
          min={96}
          storageKey="query.editor"
          label="Resize the editor"
          // The editor keeps its position in the tree: remounting would lose caret and undo history.
          first={
            <QueryEditorPane
              connectionId={connectionId}
              state={state}
              problem={problem}
              names={completionNames}
              parameters={parameters}
              showMissing={tried}
              onChange={change}
              handle={editor}
            />
          }
          second={
            <AnswerPane
              tabId={tabId}
              db={db}
              queryKey={key}
              mode={mode}
              columns={columns}
              state={state}
              current={current}
              displayed={displayed}
              kept={kept}
              check={check}
              actions={actions}
              reproduceButton={reproduce.button}
              onChange={change}
              onGoTo={({ line, column }) => editor.current?.goTo(line, column)}
            />
          }
        />
      </div>
      {reproduce.dialog}
    </div>
  );
}

/** In pixels: lines of 20 with a margin of 8, one more to write in, and fields of parameters, with their errors, next to them. */
function editorHeight(text: string, parameters: number): number {
  return Math.max((text.split('\n').length + 1) * 20 + 16, parameters * 80 + 52);
}

/** Keys of a dialog bubble to the component that renders it, though it is elsewhere in the document. */
function isInside({ currentTarget, target }: KeyboardEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}
