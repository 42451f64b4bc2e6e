/** The advice on a completed run. What it needs from the server besides the answer is read once per database. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getAutoIndexes, type AutoIndex } from '../../../protocol/auto-indexes.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { isAutoIndex } from '../../../protocol/index-creation.ts';
import { getStoredFields } from '../../../protocol/index-fields.ts';
import { counted, run as runQuery } from '../../../protocol/queries.ts';
import { engineOf, getSearchEngines, type SearchEngines } from '../../../protocol/search-engines.ts';
import { getServerVersion } from '../../../protocol/server.ts';
import { isCollectionRead } from '../plan/missing-plan.ts';
import { queriedIndex } from '../../../ui/rql/index.ts';
import type { CompletedRun } from '../runs/query-runs.ts';
import { adviceOn } from './advice.ts';
import { withSeenIndexes } from './auto-index-churn.ts';
import { mixedNumbers } from './corax-rules.ts';
import { hiddenQuery, hiddenRanges, type HiddenFractions, type HiddenRange } from './hidden-fractions.ts';
import { nullOrder } from './null-order.ts';
import { selectedPaths } from './projection.ts';
import type { Advice, AdviceInput } from './rules.ts';

const none: readonly Advice[] = [];
const noneHidden: readonly HiddenFractions[] = [];
const noIndexes: readonly AutoIndex[] = [];

export function useAdvice(db: DatabaseClient, run: CompletedRun | null): readonly Advice[] {
  const key = [db.server.connection, db.name];
  const server = useServerFacts(db);
  const index = run ? queriedIndex(run.request.query) : null;
  const stored = useQuery({
    queryKey: [...key, 'stored-fields', index],
    queryFn: ({ signal }) => getStoredFields(db, index ?? '', { signal }),
    enabled: index !== null && run !== null && selectedPaths(run.request.query) !== null,
    retry: false,
    staleTime: 60_000,
  });
  const automatic = useQuery({
    queryKey: [...key, 'automatic-indexes', run?.at],
    queryFn: async ({ signal }) => withSeenIndexes(JSON.stringify(key), await getAutoIndexes(db, { signal })),
    enabled: run !== null && isAutoIndex(run.answer.indexName),
    retry: false,
    staleTime: Infinity,
  });
  const { kind = null, version = '' } =
    (server === undefined || !run ? null : coraxOf(server, run.answer.indexName)) ?? {};
  const ranges = run && kind === 'differs' ? hiddenRanges(run.request.query, run.request.parameters) : [];
  const hidden = useQuery({
    queryKey: [...key, 'hidden-fractions', run?.at],
    queryFn: ({ signal }) => (run ? countHidden(db, run, ranges, signal) : []),
    enabled: ranges.length > 0,
    retry: false,
    staleTime: Infinity,
  });
  return useMemo(() => {
    if (!run) return none;
    const { answer, request } = run;
    return adviceOn({
      query: request.query,
      parameters: request.parameters,
      answer,
      stored: stored.data ?? null,
      corax: kind === null ? null : { kind, version },
      autoIndexes: automatic.data ?? noIndexes,
      hidden: hidden.data ?? noneHidden,
    });
  }, [run, stored.data, kind, version, automatic.data, hidden.data]);
}

function countHidden(
  db: DatabaseClient,
  { request, answer }: CompletedRun,
  ranges: readonly HiddenRange[],
  signal: AbortSignal,
): Promise<readonly HiddenFractions[]> {
  return Promise.all(
    ranges.map(async (range) => {
      const query = hiddenQuery(answer.indexName, request.query, range);
      return { ...range, count: counted(await runQuery(db, { query, newIndex: 'refuse', signal })) };
    }),
  );
}

/** For a query that failed: what in its text this server refuses. */
export function useFailureAdvice(
  db: DatabaseClient,
  request: CompletedRun['request'] | null,
): readonly Advice[] {
  const server = useServerFacts(db);
  return useMemo(() => {
    const version = server && observedVersion(server);
    if (!request || version === undefined) return none;
    const { query, parameters } = request;
    return [...mixedNumbers(query, parameters, version), ...nullOrder(query, version)];
  }, [request, server]);
}

interface ServerFacts {
  readonly version: string;
  readonly engines: SearchEngines;
}

function useServerFacts(db: DatabaseClient): ServerFacts | undefined {
  const facts = useQuery({
    queryKey: [db.server.connection, db.name, 'server-facts'],
    queryFn: async ({ signal }): Promise<ServerFacts> => {
      const [version, engines] = await Promise.all([
        getServerVersion(db.server, { signal }),
        getSearchEngines(db, { signal }),
      ]);
      return { version: version.full, engines };
    },
    retry: false,
    staleTime: 60_000,
  });
  return facts.data;
}

/** The differences of Corax were observed on these. */
const OBSERVED = ['6.2', '7.1'];

function observedVersion({ version, engines }: ServerFacts): string | undefined {
  return engines.answersBoth ? undefined : OBSERVED.find((each) => version.startsWith(`${each}.`));
}

function coraxOf(facts: ServerFacts, indexName: string): AdviceInput['corax'] {
  const { answersBoth } = facts.engines;
  if (isCollectionRead(indexName)) return null;
  if (engineOf(facts.engines, indexName) !== 'Corax') return null;
  if (answersBoth) return { kind: 'differs', version: OBSERVED.join(' and ') };
  const version = observedVersion(facts);
  return version === undefined ? null : { kind: 'answered', version };
}
