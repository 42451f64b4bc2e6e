/**
 * Repeated runs of two sides, in turn, so that a busy moment of a server slows both. Kept outside of the components, so that
 * a hidden tab keeps its comparison.
 */
import { create } from 'zustand';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { run, type JsonObject, type PlanNode, type QueryAnswer } from '../../../protocol/queries.ts';
import { getSearchEngines, type SearchEngines } from '../../../protocol/search-engines.ts';
import { withTimings } from '../../../ui/rql/index.ts';
import { explainMissingPlan, isCollectionRead, type MissingPlan } from '../plan/missing-plan.ts';
import type { Comparison, SideSummary } from './compare-summary.ts';
import { matchPlans } from './match-plans.ts';
import { compareResults, seriesOf, type RunSample, type Series } from './run-statistics.ts';

export interface SideInput {
  readonly label: string;
  readonly db: DatabaseClient;
  readonly query: string;
  readonly parameters: JsonObject;
}

/** The plan of one side as its server sent it, or why it sent none. */
export type SidePlan = { readonly root: PlanNode } | { readonly root: null; readonly absence: MissingPlan };

export interface Repeats {
  readonly count: number;
  /**
   * Also that many cold runs, before the others. Each sends another text, so that the server cannot reuse what it keeps for
   * one: it parses and plans it again.
   */
  readonly cold: boolean;
  /** Fields of which one side has masks: their values are not compared. */
  readonly masked?: readonly string[];
}

export interface FinishedComparison extends Comparison {
  readonly query: string;
  readonly repeats: Repeats;
  readonly plans: readonly [SidePlan, SidePlan];
}

export type CompareState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'finished'; readonly comparison: FinishedComparison }
  | { readonly kind: 'failed'; readonly error: unknown; readonly side: string };

interface Comparisons {
  readonly states: ReadonlyMap<string, CompareState>;
  start(tabId: string, sides: readonly [SideInput, SideInput], repeats: Repeats): Promise<void>;
  stop(tabId: string): void;
}

export const idleComparison: CompareState = { kind: 'idle' };
const MAX_TABS = 12;
const underWay = new Map<string, AbortController>();

export const useComparisons = create<Comparisons>((set, get) => {
  const put = (tabId: string, state: CompareState) => {
    const states = new Map(get().states);
    states.delete(tabId);
    states.set(tabId, state);
    for (const [oldest, each] of states) {
      if (states.size <= MAX_TABS) break;
      if (each.kind !== 'running') states.delete(oldest);
    }
    set({ states });
  };

  return {
    states: new Map(),

    async start(tabId, sides, repeats) {
      get().stop(tabId);
      const abort = new AbortController();
      underWay.set(tabId, abort);
      const isCurrent = (): boolean => underWay.get(tabId) === abort;
      const total = sides.length * (repeats.count * (repeats.cold ? 2 : 1) + 1);
      let done = 0;
      let running = sides[0].label;
      const runSide = async ({ label, db, query, parameters }: SideInput): Promise<QueryAnswer> => {
        running = label;
        // A comparison never makes a server build an index.
        const answer = await run(db, { query, parameters, newIndex: 'refuse', signal: abort.signal });
        done++;
        if (isCurrent()) put(tabId, { kind: 'running', done, total });
        return answer;
      };
      const readEngines = ({ label, db }: SideInput): Promise<SearchEngines> => {
        running = label;
        return getSearchEngines(db, { signal: abort.signal });
      };
      put(tabId, { kind: 'running', done, total });
      try {
        // First, so that a failure ends the comparison before the runs.
        const engines = [await readEngines(sides[0]), await readEngines(sides[1])] as const;
        const runSeries = async (
          textOf: (query: string) => string,
        ): Promise<readonly [Series | null, Series | null]> => {
          const samples: readonly [RunSample[], RunSample[]] = [[], []];
          for (let i = 0; i < repeats.count; i++)
            for (const [index, side] of sides.entries()) {
              const { durationMs, roundTripMs } = await runSide({ ...side, query: textOf(side.query) });
              samples[index]?.push({ serverMs: durationMs, roundTripMs });
            }
          return [seriesOf(samples[0]), seriesOf(samples[1])];
        };
        const cold = repeats.cold ? await runSeries(withComment) : noSeries;
        const warm = await runSeries((query) => query);
        // Not counted: timings cost time, and the rows are compared from these runs.
        const [before, after] = [
          await runSide({ ...sides[0], query: withTimings(sides[0].query) }),
          await runSide({ ...sides[1], query: withTimings(sides[1].query) }),
        ];
        const summary = (index: 0 | 1, answer: QueryAnswer): SideSummary => ({
          label: sides[index].label,
          index: answer.indexName,
          engine: engineOf(engines[index], answer.indexName),
          total: answer.total,
          cold: cold[index],
          warm: warm[index] ?? noRuns,
        });
        const comparison: FinishedComparison = {
          query: sides[0].query,
          repeats,
          before: summary(0, before),
          after: summary(1, after),
          results: compareResults(before.rows, after.rows, repeats.masked),
          ...(repeats.masked === undefined ? {} : { masked: repeats.masked }),
          plan: matchPlans(before.plan, after.plan),
          plans: [sidePlan(before), sidePlan(after)],
        };
        if (isCurrent()) put(tabId, { kind: 'finished', comparison });
      } catch (error) {
        if (isCurrent())
          put(tabId, abort.signal.aborted ? idleComparison : { kind: 'failed', error, side: running });
      } finally {
        if (isCurrent()) underWay.delete(tabId);
      }
    },

    stop(tabId) {
      underWay.get(tabId)?.abort();
    },
  };
});

/** After the query, so that lines of errors stay. No other run of any comparison has it. */
function withComment(query: string): string {
  return `${query}\n// run ${crypto.randomUUID()}`;
}

function engineOf({ answersBoth, byIndex }: SearchEngines, index: string): string | null {
  if (isCollectionRead(index)) return null;
  return answersBoth ? 'Sandbox' : (byIndex.get(index.toLowerCase()) ?? 'Unknown');
}

function sidePlan(answer: QueryAnswer): SidePlan {
  return answer.plan ? { root: answer.plan } : { root: null, absence: explainMissingPlan(answer) };
}

const noSeries = [null, null] as const;
const noTimes = { first: 0, p50: null, p95: null };
const noRuns: Series = { server: noTimes, roundTrip: noTimes };
