/** Whether a query created the automatic index that answered it, and how long the parts took. */
import { z } from 'zod';
import type { DatabaseClient } from './client.ts';
import { indexPerformance, type IndexPerformance } from './index-performance.ts';
import type { QueryAnswer } from './queries.ts';
import { parseServerDate } from './server-date.ts';

export interface IndexCreation {
  readonly index: string;
  /** Sum of the first indexing batches, as the server reports it; null without a report. */
  readonly buildMs: number | null;
  /** The rest of the query's time on the server; null without `buildMs`. */
  readonly restMs: number | null;
  /** Time of the query itself, a part of the rest; null where the server does not measure it. */
  readonly queryMs: number | null;
  /** As RavenDB reports them with timings; null without. */
  readonly spans: CreationSpans | null;
}

export interface CreationSpans {
  /** Choosing, defining and compiling the index. */
  readonly createMs: number;
  /** Until the index had caught up. */
  readonly waitMs: number;
  readonly queryMs: number;
}

const indexStats = z.looseObject({
  Results: z
    .array(z.looseObject({ CreatedTimestamp: z.string().nullish(), LastQueryingTime: z.string().nullish() }))
    .nullish(),
});

/** The server rounds its durations down to milliseconds. */
const ROUNDING_MS = 1;

type Answered = Pick<
  QueryAnswer,
  'indexName' | 'durationMs' | 'withoutIndexMs' | 'roundTripMs' | 'plan' | 'timings'
>;

export function isAutoIndex(indexName: string): boolean {
  return indexName.startsWith('Auto/');
}

/** Null when the index is older than the query. Compares times of the server's clock only. */
export async function readIndexCreation(
  db: DatabaseClient,
  answer: Answered,
  signal?: AbortSignal,
): Promise<IndexCreation | null> {
  const query = { name: answer.indexName };
  const stats = await db.read(indexStats, 'GET', '/indexes/stats', { query, signal });
  const created = parseServerDate(stats.Results?.[0]?.CreatedTimestamp ?? '');
  const queried = parseServerDate(stats.Results?.[0]?.LastQueryingTime ?? '');
  // Also false for a missing time, which is NaN.
  if (!(created >= queried - answer.roundTripMs - ROUNDING_MS)) return null;
  const performance = await db.read(indexPerformance, 'GET', '/indexes/performance', { query, signal });
  return creationTimes(answer, created, performance);
}

export function creationTimes(
  answer: Answered,
  created: number,
  performance: IndexPerformance,
): IndexCreation {
  const batches = performance.Results.find(({ Name }) => Name === answer.indexName)?.Performance ?? [];
  const first = batches.filter(
    (batch) => parseServerDate(batch.Started) <= created + answer.roundTripMs + ROUNDING_MS,
  );
  const index = answer.indexName;
  const spans = spansOf(answer.timings);
  if (first.length === 0) return { index, buildMs: null, restMs: null, queryMs: null, spans };
  const buildMs = first.reduce((sum, batch) => sum + batch.DurationInMs, 0);
  const restMs = Math.max(0, answer.durationMs - buildMs);
  return { index, buildMs, restMs, queryMs: answer.plan?.totalMs ?? answer.withoutIndexMs, spans };
}

function spansOf(timings: Answered['timings']): CreationSpans | null {
  const [createMs, waitMs, queryMs] = ['Optimizer', 'Staleness', 'Query'].map(
    (name) => timings?.children.find((span) => span.name === name)?.durationMs,
  );
  return createMs === undefined || waitMs === undefined || queryMs === undefined
    ? null
    : { createMs, waitMs, queryMs };
}
