/**
 * The running query and the last result of each tab. Kept outside of the components, so that a hidden, split or
 * moved tab keeps its result. Results can be large: only the newest few tabs keep theirs.
 */
import { create } from 'zustand';
import { PortError } from '../../../contract/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import {
  type JsonObject,
  locateQueryProblem,
  type QueryAnswer,
  type QueryProblem,
  run,
} from '../../../protocol/queries.ts';
import { problemInText } from './problem-in-text.ts';
import { withTimings } from '../../../ui/rql/index.ts';

export interface QueryInput {
  /** The text of the editor. */
  readonly query: string;
  /** Requests timings and plan: `include timings()` is added to the request, not to the text. */
  readonly timings: boolean;
  readonly parameters: JsonObject;
  readonly waitForFresh: boolean;
  readonly newIndex: 'refuse' | 'confirm' | undefined;
}

export type Run =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly request: QueryInput;
      readonly since: number;
      readonly last: CompletedRun | null;
      /** Stop was pressed; the host has not yet reported what was stopped. */
      readonly stopping: boolean;
    }
  | CompletedRun
  | {
      readonly kind: 'stopped';
      readonly request: QueryInput;
      readonly afterMs: number;
      /** What was stopped, as the host reports it. */
      readonly message: string;
    }
  | {
      readonly kind: 'failed';
      readonly request: QueryInput;
      readonly error: unknown;
      readonly problem: QueryProblem | null;
    };

export interface CompletedRun {
  readonly kind: 'answered';
  readonly request: QueryInput;
  readonly answer: QueryAnswer;
  readonly at: number;
}

interface QueryRuns {
  readonly runs: ReadonlyMap<string, Run>;
  /** Resolves when the run ends in any way. An active run of the tab is cancelled first. */
  start(tabId: string, db: DatabaseClient, request: QueryInput): Promise<Run>;
  stop(tabId: string): void;
}

const MAX_TABS = 12;
const underWay = new Map<string, AbortController>();
export const idle: Run = { kind: 'idle' };

/** The run whose result is visible. */
export function visibleRun(run: Run): CompletedRun | null {
  return run.kind === 'answered' ? run : run.kind === 'running' ? run.last : null;
}

export const useQueryRuns = create<QueryRuns>((set, get) => {
  const put = (tabId: string, next: Run) => {
    const runs = new Map(get().runs);
    // Removed and re-inserted, so that the tab becomes the newest.
    runs.delete(tabId);
    runs.set(tabId, next);
    for (const [oldest, state] of runs) {
      if (runs.size <= MAX_TABS) break;
      if (state.kind !== 'running') runs.delete(oldest);
    }
    set({ runs });
  };

  return {
    runs: new Map(),

    async start(tabId, db, request) {
      get().stop(tabId);
      const abort = new AbortController();
      underWay.set(tabId, abort);
      const since = performance.now();
      const before = get().runs.get(tabId);
      const last = before?.kind === 'answered' ? before : before?.kind === 'running' ? before.last : null;
      put(tabId, { kind: 'running', request, since, last, stopping: false });
      const end = (next: Run): Run => {
        // A newer run of the tab replaced this one.
        if (underWay.get(tabId) === abort) {
          underWay.delete(tabId);
          put(tabId, next);
        }
        return next;
      };
      const sent = request.timings ? withTimings(request.query) : request.query;
      try {
        const answer = await run(db, { ...request, query: sent, signal: abort.signal });
        return end({ kind: 'answered', request, answer, at: Date.now() });
      } catch (error) {
        if (error instanceof PortError && error.code === 'cancelled')
          return end({
            kind: 'stopped',
            request,
            afterMs: performance.now() - since,
            message: error.message,
          });
        const problem = problemInText(locateQueryProblem(error, sent), sent, request.query);
        return end({ kind: 'failed', request, error, problem });
      }
    },

    stop(tabId) {
      const running = get().runs.get(tabId);
      if (running?.kind === 'running') put(tabId, { ...running, stopping: true });
      underWay.get(tabId)?.abort();
    },
  };
});
