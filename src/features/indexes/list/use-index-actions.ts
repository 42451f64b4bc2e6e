/** Starts actions: opens a confirmation where that is in proportion, runs, and reports what failed. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { pauseIndexing, resumeIndexing } from '../../../protocol/index-commands.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { pluralize } from '../../../ui/index.ts';
import { planAction, type ActionPlan, type IndexAction } from './index-actions.ts';
import { isComplete, runIndexAction, type ActionReport } from './run-index-action.ts';

export interface IndexActions {
  /** Runs, or shows the dialog first. */
  readonly start: (action: IndexAction, indexes: readonly IndexStats[]) => void;
  /** Shows the dialog of a plan that was made elsewhere. */
  readonly propose: (plan: ActionPlan) => void;
  /** Waiting for its dialog. */
  readonly pending: ActionPlan | null;
  readonly confirm: () => void;
  readonly cancel: () => void;
  /** The last run that failed for some indexes. */
  readonly report: ActionReport | null;
  readonly dismissReport: () => void;
  readonly running: boolean;
  readonly pauseAll: () => void;
  readonly resumeAll: () => void;
}

export function useIndexActions(
  database: Database,
  all: readonly IndexStats[],
  onDone: () => void,
): IndexActions {
  const session = useSession();
  const queries = useQueryClient();
  const [pending, setPending] = useState<ActionPlan | null>(null);
  const [report, setReport] = useState<ActionReport | null>(null);
  const [running, setRunning] = useState(0);
  const { client, key, writeRefusal } = database;
  const refresh = () => queries.invalidateQueries({ queryKey: [...key, 'indexes'] });

  const run = async ({ action, names }: ActionPlan): Promise<void> => {
    setPending(null);
    setReport(null);
    setRunning((count) => count + 1);
    const what = names.length === 1 ? String(names[0]) : pluralize(names.length, 'index', 'indexes');
    try {
      const ended = await session.runOperation(`${action.label}: ${what}`, (control) =>
        runIndexAction(client, action, names, {
          signal: control.signal,
          onProgress: (done) => control.report({ done, total: names.length }),
        }),
      );
      if (isComplete(ended))
        session.notify({
          kind: 'success',
          message: `${what} ${names.length === 1 ? 'was' : 'were'} ${action.done}`,
        });
      else setReport(ended);
      if (ended.succeeded.length > 0) onDone();
    } catch (thrown) {
      session.reportError(thrown, `${action.label}: ${what}`);
    } finally {
      setRunning((count) => count - 1);
      await refresh();
      // The dashboard and the status bar count indexes too.
      void queries.invalidateQueries({ queryKey: [...key, 'stats'] });
      void queries.invalidateQueries({ queryKey: [...key, 'index-names'] });
    }
  };

  const switchAll = async (work: Promise<void>, doing: string): Promise<void> => {
    try {
      await work;
    } catch (thrown) {
      session.reportError(thrown, doing);
    }
    await refresh();
  };

  return {
    propose: setPending,
    start: (action, indexes) => {
      if (writeRefusal !== undefined) {
        session.notify({ kind: 'info', message: writeRefusal });
        return;
      }
      const plan = planAction(action, indexes, all);
      const [first] = plan.refused;
      if (plan.names.length === 0) {
        if (first)
          session.notify({
            kind: 'info',
            message: `${action.label} does not apply to ${first.name}. ${first.reason}`,
          });
      } else if (action.confirm === null) void run(plan);
      else setPending(plan);
    },
    pending,
    confirm: () => {
      if (pending) void run(pending);
    },
    cancel: () => setPending(null),
    report,
    dismissReport: () => setReport(null),
    running: running > 0,
    pauseAll: () => void switchAll(pauseIndexing(client), 'Pausing all indexing'),
    resumeAll: () => void switchAll(resumeIndexing(client), 'Resuming all indexing'),
  };
}
