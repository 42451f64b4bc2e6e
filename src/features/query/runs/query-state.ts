/** The saved state of a query tab. Pure. */
import { z } from 'zod';

export const views = ['results', 'includes', 'timings', 'plan', 'compare', 'advice', 'raw'] as const;
export type View = (typeof views)[number];

export const pastRun = z.object({
  query: z.string(),
  parameters: z.record(z.string(), z.string()),
  /** Time of the last run, epoch ms. */
  at: z.number(),
  /** Total matches and server time in ms; null after a failure. */
  total: z.number().nullable(),
  ms: z.number().nullable(),
});
export type PastRun = z.infer<typeof pastRun>;

const queryState = z.object({
  text: z.string().catch(''),
  /** Typed texts by parameter name. */
  parameters: z.record(z.string(), z.string()).catch({}),
  view: z.enum(views).catch('results'),
  asJson: z.boolean().catch(false),
  /** Results on a map, where they have coordinates; else as a table. */
  asMap: z.boolean().catch(false),
  planAsTable: z.boolean().catch(false),
  /** Names of result columns that the user hides, by the source of the query. */
  hiddenColumns: z.record(z.string(), z.array(z.string())).catch({}),
  /** The saved query that the text was opened from or saved as. */
  savedAs: z.object({ folder: z.string(), name: z.string() }).nullable().catch(null),
  waitForFresh: z.boolean().catch(false),
  noNewIndex: z.boolean().catch(false),
  place: z
    .object({ line: z.number(), column: z.number(), scrollTop: z.number() })
    .optional()
    .catch(undefined),
  history: z.array(pastRun).catch([]),
  /** The request of another screen to reproduce the query, once its dialog was opened. */
  reproduced: z.string().nullable().catch(null),
});
export type QueryState = z.infer<typeof queryState>;

/** Parses saved state, also of older versions; invalid members fall back to defaults one by one. */
export function readQueryState(stored: unknown, fallbackText: string, asMap = false): QueryState {
  const fallback = { text: fallbackText, asMap };
  return queryState.parse(
    typeof stored === 'object' && stored !== null ? { ...fallback, ...stored } : fallback,
  );
}

const MAX_RUNS = 50;
/** Longer queries stay in the editor but not in the history, to limit the workspace file. */
const MAX_QUERY_LENGTH = 20_000;

/** Newest first; the same query with the same parameters is stored once. */
export function addToHistory(history: readonly PastRun[], latest: PastRun): PastRun[] {
  if (latest.query.trim() === '' || latest.query.length > MAX_QUERY_LENGTH) return [...history];
  const same = (past: PastRun) =>
    past.query === latest.query && JSON.stringify(past.parameters) === JSON.stringify(latest.parameters);
  return [latest, ...history.filter((past) => !same(past))].slice(0, MAX_RUNS);
}

/** Merges the histories of several tabs, newest first. */
export function mergeHistories(lists: readonly (readonly PastRun[])[]): PastRun[] {
  return lists
    .flat()
    .sort((a, b) => a.at - b.at)
    .reduce<PastRun[]>((merged, past) => addToHistory(merged, past), []);
}
