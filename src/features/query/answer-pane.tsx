/** What is below the editor: a warning, the kept results, the summary, and the result or the error of a run. */
import { useCallback, type ReactNode } from 'react';
import { useIdPrefixes, useSession } from '../../app/registry/index.ts';
import type { ConnectionMode } from '../../contract/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import { previewDocument } from '../../protocol/document-preview.ts';
import { classNames, IdPreviews, SkeletonRows, type LoadIdPreview } from '../../ui/index.ts';
import type { QueryProblem } from '../../protocol/queries.ts';
import { hasLimit } from '../../ui/rql/index.ts';
import { useAdvice, useFailureAdvice } from './advice/use-advice.ts';
import { FieldWarningBar } from './editor/field-warning.tsx';
import { StartPane } from './editor/start-pane.tsx';
import type { FieldCheck } from './editor/use-field-check.ts';
import styles from './query.module.css';
import { ResultTabs } from './result-tabs.tsx';
import type { HiddenColumnsState } from './results/use-hidden-columns.ts';
import { FailurePane } from './runs/failure-pane.tsx';
import { KeepButton, KeptBar } from './runs/kept-bar.tsx';
import type { KeptOfTab } from './runs/kept-results.ts';
import { visibleRun, type CompletedRun, type Run } from './runs/query-runs.ts';
import type { QueryState } from './runs/query-state.ts';
import { StaleBanner } from './runs/stale-banner.tsx';
import { SummaryBar } from './runs/summary-bar.tsx';
import type { QueryActions } from './runs/use-query-actions.ts';

interface AnswerPaneProps {
  readonly tabId: string;
  readonly db: DatabaseClient;
  readonly queryKey: readonly [string, string];
  readonly mode: ConnectionMode;
  readonly columns: HiddenColumnsState;
  readonly state: QueryState;
  /** The latest run of the tab. */
  readonly current: Run;
  /** The run that is shown: the latest one, or a kept result. */
  readonly displayed: Run;
  readonly kept: KeptOfTab;
  readonly check: FieldCheck;
  readonly actions: QueryActions;
  readonly reproduceButton: ReactNode;
  readonly onChange: (part: Partial<QueryState>) => void;
  readonly onGoTo: (problem: QueryProblem) => void;
}

export function AnswerPane(props: AnswerPaneProps) {
  const { tabId, db, mode, current, displayed, kept, check, actions } = props;
  const failureAdvice = useFailureAdvice(db, current.kind === 'failed' ? current.request : null);
  const running = current.kind === 'running';
  return (
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
      <KeptBar tabId={tabId} kept={kept} />
      <SummaryBar
        db={db}
        run={displayed}
        onStop={actions.stop}
        actions={
          <>
            <KeepButton tabId={tabId} run={displayed} kept={kept} />
            {props.reproduceButton}
          </>
        }
      />
      <div className={classNames(styles.fill, running && styles.outdated)} aria-busy={running}>
        <Answer
          run={displayed}
          start={
            <StartPane
              db={db}
              queryKey={props.queryKey}
              onTry={(example) => actions.runThis(example.query, example.parameters)}
            />
          }
          completed={(completed) => <CompletedPane {...props} completed={completed} />}
          failed={(failed) => (
            <FailurePane
              failed={failed}
              advice={failureAdvice}
              mode={mode}
              onRetry={actions.run}
              onAllowIndex={actions.runAllowingIndex}
              onGoTo={() => {
                if (failed.problem) props.onGoTo(failed.problem);
              }}
            />
          )}
        />
      </div>
    </div>
  );
}

function CompletedPane(props: AnswerPaneProps & { readonly completed: CompletedRun }) {
  const { tabId, db, queryKey, columns, state, actions, completed, onChange } = props;
  const session = useSession();
  const { answer, request } = completed;
  const advice = useAdvice(db, completed);
  const loadPreview = useCallback<LoadIdPreview>((id, signal) => previewDocument(db, id, signal), [db]);
  const prefixes = useIdPrefixes(db, queryKey);
  const { connection } = db.server;
  const openDocument = useCallback(
    (id: string, split = false) =>
      session.openScreen('document', {
        params: { id },
        connectionId: connection,
        database: db.name,
        split,
      }),
    [session, connection, db.name],
  );
  return (
    <div className={styles.column}>
      <StaleBanner
        answer={answer}
        waited={request.waitForFresh}
        onWaitAndRun={() => actions.runWhenFresh(request.query)}
      />
      <div className={styles.fill}>
        <IdPreviews load={loadPreview} prefixes={prefixes}>
          <ResultTabs
            tabId={tabId}
            advice={advice}
            answer={answer}
            query={request.query}
            parameters={request.parameters}
            database={db.name}
            limited={hasLimit(request.query)}
            noNewIndex={request.newIndex === 'refuse'}
            view={state.view}
            asJson={state.asJson}
            asMap={state.asMap}
            planAsTable={state.planAsTable}
            hiddenColumns={columns.hiddenFor(request.query)}
            onHiddenColumns={columns.onHidden}
            onChange={onChange}
            onRunWithTimings={actions.runWithTimings}
            onOpenDocument={openDocument}
          />
        </IdPreviews>
      </div>
    </div>
  );
}

interface AnswerProps {
  readonly run: Run;
  readonly start: ReactNode;
  readonly completed: (completed: CompletedRun) => ReactNode;
  readonly failed: (failed: Extract<Run, { kind: 'failed' }>) => ReactNode;
}

/** The previous result stays visible while a query runs, to avoid layout jumps. */
function Answer({ run, start, completed, failed }: AnswerProps) {
  if (run.kind === 'failed') return failed(run);
  const shown = visibleRun(run);
  if (shown) return completed(shown);
  return run.kind === 'running' ? <SkeletonRows label="Loading results" rows={8} /> : start;
}
