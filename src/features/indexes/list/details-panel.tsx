/** The facts of one index, why it is stale, and what to open next. */
import { useQuery } from '@tanstack/react-query';
import { ChartGantt, ListTree, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getStalenessReasons, type IndexStats } from '../../../protocol/index-stats.ts';
import {
  Badge,
  Button,
  CopyButton,
  EmptyState,
  ErrorView,
  formatCount,
  formatDateTime,
  SkeletonRows,
} from '../../../ui/index.ts';
import type { IndexGrowth } from './growth.ts';
import { lagDescription, type Lag } from './index-lag.ts';
import { indexState, isAuto, lockLabel, replacedIndex, typeLabel } from './index-state.ts';
import styles from '../indexes.module.css';
import { StorageSection } from './storage-section.tsx';

const REASONS_MS = 5_000;

export interface DetailsPanelProps {
  readonly database: Database;
  readonly index: IndexStats | null;
  readonly lag: Lag | null;
  readonly growth: IndexGrowth;
  readonly onQuery: (name: string) => void;
  readonly onBatches: (name: string) => void;
  /** Null without an editor. */
  readonly onEdit: ((name: string) => void) | null;
}

export function DetailsPanel({
  database,
  index,
  lag,
  growth,
  onQuery,
  onBatches,
  onEdit,
}: DetailsPanelProps): ReactNode {
  if (index === null)
    return (
      <EmptyState
        icon={ListTree}
        title="No index selected"
        text="Choose an index in the list to see its details."
      />
    );
  const { label, tone, description } = indexState(index);
  const original = replacedIndex(index.name);
  return (
    <div className={styles.details}>
      <div className={styles.detailsHead}>
        <h3>{index.name}</h3>
        <CopyButton label="Copy name" text={index.name} iconOnly />
        <Badge tone={tone}>{label}</Badge>
        <Button icon={Search} onClick={() => onQuery(index.name)}>
          Query
        </Button>
        <Button icon={ChartGantt} onClick={() => onBatches(index.name)}>
          Batches
        </Button>
        {onEdit && (
          <Button onClick={() => onEdit(index.name)}>{isAuto(index) ? 'Show definition' : 'Edit'}</Button>
        )}
      </div>
      <p className={styles.note}>{description}</p>
      {original !== null && (
        <p className={styles.note}>Built side by side. It replaces {original} when it is up to date.</p>
      )}
      {lag !== null && <Staleness key={index.name} database={database} name={index.name} lag={lag} />}
      <Facts index={index} />
      <StorageSection key={`storage of ${index.name}`} database={database} index={index} growth={growth} />
    </div>
  );
}

function Staleness(props: {
  readonly database: Database;
  readonly name: string;
  readonly lag: Lag;
}): ReactNode {
  const { client, key } = props.database;
  const reasons = useQuery({
    queryKey: [...key, 'indexes', 'staleness', props.name],
    queryFn: ({ signal }) => getStalenessReasons(client, props.name, { signal }),
    refetchInterval: REASONS_MS,
  });
  return (
    <section className={styles.staleness} aria-label="Staleness">
      <p>{lagDescription(props.lag)}</p>
      {reasons.isError ? (
        <ErrorView error={reasons.error} doing="Loading the reasons of the staleness" compact />
      ) : reasons.data === undefined ? (
        <SkeletonRows rows={1} label="Loading the reasons of the staleness" />
      ) : (
        <ul>
          {reasons.data.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Facts({ index }: { readonly index: IndexStats }): ReactNode {
  const count = (value: number | null): string => (value === null ? '–' : formatCount(value));
  const time = (value: string | null): string => (value === null ? '–' : formatDateTime(value));
  const rows: readonly (readonly [string, string])[] = [
    ['Type', typeLabel(index)],
    ['Search engine', index.engine ?? '–'],
    ['Collections', index.collections.join(', ') || '–'],
    ['Referenced collections', index.referencedCollections.join(', ') || '–'],
    ['Entries', count(index.entries)],
    ['Documents mapped', count(index.mapAttempts)],
    ['Failed maps', count(index.mapErrors)],
    ['Priority', index.priority ?? '–'],
    ['Lock', isAuto(index) || index.lockMode === null ? '–' : lockLabel(index.lockMode)],
    ['Created', time(index.created)],
    ['Last indexing', time(index.lastIndexing)],
    ['Last query', time(index.lastQuery)],
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
