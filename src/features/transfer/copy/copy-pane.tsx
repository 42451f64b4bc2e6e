/** Copies to another database: options on the left; estimate, progress and report on the right. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft, Calculator } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { CopyPlan } from '../../../contract/index.ts';
import { useConnection, useSession, writeRefusal, type Database } from '../../../app/registry/index.ts';
import { forgetCopy, getUnfinishedCopy } from '../../../protocol/copies.ts';
import {
  Banner,
  Button,
  EmptyState,
  ErrorView,
  FieldScope,
  SkeletonRows,
  Toolbar,
  useInvalidFields,
} from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import { CopyConfirm } from './copy-confirm.tsx';
import { CopyEnd } from './copy-end.tsx';
import { estimateCopy } from './copy-estimate.ts';
import { copyProblem, planOf, type CopyOptions } from './copy-options.ts';
import { CopyProgressView } from './copy-progress.tsx';
import { cancelCopy, clearCopy, startCopy, type CopyRun } from './copy-runs.ts';
import { DefinitionsChoice } from './definitions-choice.tsx';
import { DocumentsChoice } from './documents-choice.tsx';
import { EstimateView } from './estimate-view.tsx';
import { TargetChoice } from './target-choice.tsx';
import { UnfinishedBanner } from './unfinished-banner.tsx';

interface CopyPaneProps {
  readonly connectionId: string;
  readonly name: string;
  readonly database: Database;
  readonly runKey: string;
  readonly run: CopyRun;
  readonly state: CopyOptions;
  readonly change: (part: Partial<CopyOptions>) => void;
  /** Shows the export of the whole database. */
  readonly onExport: () => void;
}

export function CopyPane(props: CopyPaneProps): ReactNode {
  const { connectionId, name, database, runKey: key, run, state, change, onExport } = props;
  const session = useSession();
  const queries = useQueryClient();
  const [estimated, setEstimated] = useState<CopyPlan | null>(null);
  const [confirming, setConfirming] = useState(false);
  const source = { connection: connectionId, database: name };
  const targetMode = useConnection(state.targetConnection)?.mode;
  const refusal = writeRefusal(useConnection(state.targetConnection));
  const fields = useInvalidFields();
  const running = run.kind === 'running';
  const plan = planOf(state, source);
  const isCurrent = estimated !== null && JSON.stringify(estimated) === JSON.stringify(plan);
  const problem = running
    ? 'A copy of this tab is running.'
    : (refusal ?? fields.invalidReason ?? copyProblem(state, source));

  const estimate = useQuery({
    queryKey: [...database.key, 'copy-estimate', estimated],
    queryFn: ({ signal }) => {
      if (estimated === null) throw new Error('The estimate needs a plan.');
      return estimateCopy(session.port, estimated, signal);
    },
    enabled: estimated !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const unfinished = useQuery({
    queryKey: [...database.key, 'unfinished-copy', state.copyId],
    queryFn: ({ signal }) =>
      state.copyId === null ? null : getUnfinishedCopy(session.port, state.copyId, { signal }),
    enabled: !running && state.copyId !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const stopped = running ? null : (unfinished.data ?? null);

  function runEstimate(): void {
    if (problem !== undefined) return;
    clearCopy(key);
    if (isCurrent) void estimate.refetch();
    else setEstimated(plan);
  }

  async function start(id: string, started: CopyPlan, resume: boolean): Promise<void> {
    await startCopy({ key, session, id, plan: started, resume });
    await queries.invalidateQueries({ queryKey: [started.target.connection] });
    await queries.invalidateQueries({ queryKey: [...database.key, 'unfinished-copy'] });
  }

  function startNew(): void {
    setConfirming(false);
    if (state.copyId !== null && stopped !== null) void forget(state.copyId);
    const id = crypto.randomUUID();
    change({ copyId: id });
    void start(id, plan, false);
  }

  async function forget(id: string): Promise<void> {
    try {
      await forgetCopy(session.port, id);
      await queries.invalidateQueries({ queryKey: [...database.key, 'unfinished-copy'] });
    } catch (thrown) {
      session.reportError(thrown, 'Forgetting the unfinished copy');
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || confirming) return;
    event.preventDefault();
    if (isCurrent && estimate.data && problem === undefined) setConfirming(true);
    else runEstimate();
  }

  return (
    <div className={styles.pane} onKeyDown={onKeyDown}>
      <Toolbar label="Copy">
        <Button icon={<Calculator />} disabledReason={problem} onClick={runEstimate}>
          Estimate
        </Button>
        <Button
          variant="primary"
          icon={<ArrowRightLeft />}
          busy={running}
          disabledReason={problem ?? (isCurrent && estimate.data ? undefined : 'Estimate the copy first.')}
          onClick={() => setConfirming(true)}
        >
          Copy…
        </Button>
        {problem !== undefined && <span className={styles.note}>{problem}</span>}
      </Toolbar>
      {unfinished.error !== null && (
        <ErrorView compact error={unfinished.error} doing="Looking for an unfinished copy" />
      )}
      {stopped !== null && state.copyId !== null && (
        <UnfinishedBanner
          copy={stopped}
          onResume={() => void start(state.copyId ?? '', stopped.plan, true)}
          onForget={() => void forget(state.copyId ?? '')}
        />
      )}
      <div className={styles.sides}>
        <form
          className={styles.options}
          aria-label="Copy options"
          // Without an enabled field, nothing else in it takes the keyboard to scroll it.
          tabIndex={running ? 0 : undefined}
          onSubmit={(event) => event.preventDefault()}
        >
          <FieldScope report={fields.report}>
            <TargetChoice state={state} change={change} disabled={running} source={source} />
            <DocumentsChoice state={state} change={change} disabled={running} database={database} />
            <DefinitionsChoice state={state} change={change} disabled={running} source={source} />
          </FieldScope>
        </form>
        <div className={styles.result}>
          {run.kind === 'running' ? (
            <CopyProgressView run={run} onCancel={() => cancelCopy(key)} />
          ) : run.kind === 'ended' ? (
            <CopyEnd run={run} />
          ) : estimated === null ? (
            <EmptyState
              icon={<ArrowRightLeft />}
              title="Copy to another database"
              text={`Copies documents, indexes and settings from ${name} to another connection. The source is only read.`}
            />
          ) : estimate.error !== null ? (
            <ErrorView
              error={estimate.error}
              doing="Estimating the copy"
              onRetry={() => void estimate.refetch()}
            />
          ) : estimate.data === undefined ? (
            <SkeletonRows label="Estimating the copy" rows={6} />
          ) : (
            <>
              {!isCurrent && <Banner tone="warning">The options changed. Estimate again.</Banner>}
              <EstimateView plan={estimated} estimate={estimate.data} onExport={onExport} />
            </>
          )}
        </div>
      </div>
      {confirming && estimate.data && (
        <CopyConfirm
          plan={plan}
          estimate={estimate.data}
          guarded={targetMode === 'guarded'}
          onConfirm={startNew}
          onClose={() => setConfirming(false)}
          onExport={onExport}
        />
      )}
    </div>
  );
}
