/** A note on the first run of a query that built an index: how long that took, and the query itself. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hammer } from 'lucide-react';
import { useEffect } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { isAutoIndex, readIndexCreation, type IndexCreation } from '../../../protocol/index-creation.ts';
import { formatMs } from '../../../ui/index.ts';
import type { CompletedRun } from './query-runs.ts';
import styles from '../query.module.css';
import { formatRoundedMs } from '../plan/timing-rows.ts';

interface CreatedIndexProps {
  readonly db: DatabaseClient;
  readonly run: CompletedRun;
}

export function CreatedIndex({ db, run: { answer, at } }: CreatedIndexProps) {
  const creation = useQuery({
    queryKey: [db.server.connection, db.name, 'query', 'created-index', answer.indexName, at],
    queryFn: ({ signal }) => readIndexCreation(db, answer, signal),
    enabled: isAutoIndex(answer.indexName),
    staleTime: Infinity,
    // The note is additional information: a server without these statistics has none.
    retry: false,
  }).data;
  const created = creation?.index;
  const queries = useQueryClient();
  useEffect(() => {
    // The status bar counts the new index now, not at its next refresh.
    if (created !== undefined)
      void queries.invalidateQueries({ queryKey: [db.server.connection, db.name, 'stats'] });
  }, [queries, created, db]);
  if (!creation) return null;
  return (
    <span className={styles.createdIndex}>
      <Hammer size={14} aria-hidden="true" />
      {creationText(creation)}
    </span>
  );
}

/** `Created index Auto/Orders/ByFreight in 85 ms, waited 3 ms, query 300 µs` */
export function creationText({ index, buildMs, restMs, queryMs, spans }: IndexCreation): string {
  if (spans) {
    const build = buildMs === null ? '' : ` (built in ${formatMs(buildMs)})`;
    return `Created index ${index}: created and compiled in ${formatRoundedMs(spans.createMs)}, waited ${formatRoundedMs(spans.waitMs)} for it${build}, query ${formatRoundedMs(spans.queryMs)}`;
  }
  if (buildMs === null || restMs === null) return `Created index ${index}`;
  const built = `Created index ${index} in ${formatMs(buildMs)}`;
  if (queryMs === null)
    return `${built}, wait and query together ${formatRoundedMs(restMs)} (“Run with timings” shows each)`;
  return `${built}, waited ${formatRoundedMs(Math.max(0, restMs - queryMs))}, query ${formatMs(queryMs)}`;
}
