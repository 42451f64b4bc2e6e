/** Collections with their counts, and the table of the selected one. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { type Database, type ScreenProps, useDatabase, useSession } from '../../../app/registry/index.ts';
import { getCollectionStats } from '../../../protocol/collections.ts';
import { ErrorView, SkeletonRows, SplitPane } from '../../../ui/index.ts';
import { rowsKey, type RowSource } from './collection-rows.ts';
import { CollectionList } from './collection-list.tsx';
import { useDocumentFeed, type FeedState } from '../document-feed.ts';
import { DocumentTable } from './document-table.tsx';
import styles from '../documents.module.css';

/** Limits refreshes during many changes. */
const REFRESH_MS = 1_000;
/** Used without a change feed. */
const POLL_MS = 5_000;

const savedView = z.object({ collection: z.string().nullable(), prefix: z.string() });

export default function DocumentsScreen(props: ScreenProps) {
  const { tabId, params } = props;
  const session = useSession();
  const database = useDatabase(props);
  const [source, setSource] = useState<RowSource>(() => {
    const kept = savedView.safeParse(session.readTabState(tabId));
    return kept.success ? kept.data : { collection: params.collection ?? null, prefix: '' };
  });
  const feed = useLiveRefresh(database);
  const stats = useQuery({
    queryKey: [...database.key, 'collections', 'stats'],
    queryFn: ({ signal }) => getCollectionStats(database.client, { signal }),
    refetchInterval: feed === 'live' ? false : POLL_MS,
    placeholderData: keepPreviousData,
  });

  const show = (next: RowSource) => {
    setSource(next);
    session.writeTabState(tabId, { ...next });
  };

  if (stats.isError && !stats.data)
    return <ErrorView error={stats.error} doing="Loading collections" onRetry={() => void stats.refetch()} />;
  return (
    <div className={styles.screen}>
      <SplitPane
        direction="row"
        initial={0.18}
        min={160}
        storageKey="documents-collections"
        side={{ which: 'first', name: 'collections', below: 600, choice: source.collection ?? '' }}
        first={
          stats.data ? (
            <CollectionList
              stats={stats.data}
              selected={source.prefix === '' ? source.collection : null}
              onSelect={(collection) => show({ collection, prefix: '' })}
              onOpenBin={() => session.openScreen('revisions-bin')}
            />
          ) : (
            <div className={styles.collections}>
              <SkeletonRows rows={8} label="Loading collections" />
            </div>
          )
        }
        second={
          <DocumentTable
            key={source.collection ?? ''}
            database={database}
            source={source}
            feed={feed}
            documents={documentsOf(stats.data, source)}
            onPrefix={(prefix) => show({ ...source, prefix })}
          />
        }
      />
    </div>
  );
}

function documentsOf(
  stats: Awaited<ReturnType<typeof getCollectionStats>> | undefined,
  { collection }: RowSource,
): number | undefined {
  if (!stats) return undefined;
  if (collection === null) return stats.documents;
  return stats.collections.find((each) => each.name === collection)?.documents ?? 0;
}

/** Refetches counts and rows on document changes: the first immediately, later ones throttled. */
function useLiveRefresh(database: Database): FeedState {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: [...database.key, 'collections'] });
    // The counts of the status bar.
    void queries.invalidateQueries({ queryKey: [...database.key, 'stats'] });
    void queries.invalidateQueries({ queryKey: rowsKey(database) });
  };
  return useDocumentFeed(
    database.client,
    { kind: 'all' },
    {
      onChange: () => {
        timer.current ??= setTimeout(() => {
          timer.current = undefined;
          refresh();
        }, REFRESH_MS);
      },
      // Rows stay on the screen until the new ones are there, so neither scroll position nor selection is lost.
      onReconnect: refresh,
    },
  );
}
