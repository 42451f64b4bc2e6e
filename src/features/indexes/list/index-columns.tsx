/** Columns of the list. Unknown values are a dash with the reason as tooltip, never a zero. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { IndexSize } from '../../../protocol/index-sizes.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import {
  Badge,
  formatAgo,
  formatBytes,
  formatCount,
  formatDateTime,
  IdLink,
  pluralize,
  type GridColumn,
} from '../../../ui/index.ts';
import { lagDescription, lagText, type Lag } from './index-lag.ts';
import type { GroupRow, Row } from './index-rows.ts';
import { indexState, isAuto, replacedIndex, shortLockLabel, typeLabel } from './index-state.ts';
import type { NodeStats } from '../../../protocol/node-mismatch.ts';
import styles from '../indexes.module.css';

export interface IndexColumnChoices {
  readonly lag: (index: IndexStats) => Lag | null;
  readonly sizes: ReadonlyMap<string, IndexSize> | undefined;
  readonly sizesMissing: string | null;
  readonly nodes: readonly NodeStats[];
  /** Names of indexes whose counts differ between nodes. */
  readonly mismatched: ReadonlySet<string>;
  readonly onOpen: (name: string, split: boolean) => void;
  readonly onErrors: (name: string) => void;
  readonly onFold: (group: GroupRow) => void;
}

type Column = GridColumn<Row>;

export function indexColumns(choices: IndexColumnChoices): readonly Column[] {
  const { sizes, sizesMissing, nodes } = choices;
  return [
    {
      id: 'name',
      title: 'Name',
      width: 380,
      least: 320,
      sortable: true,
      render: (row) =>
        row.kind === 'group' ? (
          <Group group={row} onFold={choices.onFold} />
        ) : (
          <Name index={row.index} onOpen={choices.onOpen} />
        ),
    },
    of('state', 'State', 96, (index) => {
      const { label, tone, description } = indexState(index);
      return (
        <Badge tone={tone} title={description}>
          {label}
        </Badge>
      );
    }),
    {
      ...of('lag', 'Staleness', 230, (index) => {
        const lag = choices.lag(index);
        if (lag === null) return <span className={styles.quiet}>Up to date</span>;
        return (
          <span className={styles.stale} title={lagDescription(lag)}>
            {lagText(lag)}
          </span>
        );
      }),
      least: 110,
    },
    number('entries', 'Entries', 88, (index) => index.entries),
    ...nodes.map((node) => nodeColumn(node, choices.mismatched)),
    {
      ...of('errors', 'Errors', 72, (index) =>
        index.errors === null || index.errors === 0 ? (
          <span className={styles.quiet}>{index.errors === null ? '–' : '0'}</span>
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={styles.errorCount}
            title={`Show ${pluralize(index.errors, 'error')}`}
            onClick={() => choices.onErrors(index.name)}
          >
            {formatCount(index.errors)}
          </button>
        ),
      ),
      align: 'end',
    },
    of('type', 'Type', 166, (index) => (
      <span title={index.sourceType === null ? undefined : `Source: ${index.sourceType}`}>
        {typeLabel(index)}
      </span>
    )),
    of('engine', 'Engine', 72, (index) => index.engine ?? '–'),
    of('priority', 'Priority', 76, (index) => index.priority ?? '–'),
    of('lock', 'Lock', 136, (index) =>
      isAuto(index) || index.lockMode === null ? (
        <span className={styles.quiet} title={isAuto(index) ? 'Auto indexes have no lock mode' : undefined}>
          –
        </span>
      ) : (
        shortLockLabel(index.lockMode)
      ),
    ),
    {
      ...of('size', 'Size', 96, (index) => {
        const size = sizes?.get(index.name);
        if (size) return <span title={sizeText(size)}>{formatBytes(size.data + size.journals)}</span>;
        const reason = sizes === undefined ? undefined : (sizesMissing ?? 'Not in the last storage report');
        return (
          <span className={styles.quiet} title={reason}>
            –
          </span>
        );
      }),
      align: 'end',
    },
    of('referenced', 'References', 140, ({ referencedCollections }) => {
      const text = referencedCollections.join(', ');
      return text === '' ? <span className={styles.quiet}>–</span> : <span title={text}>{text}</span>;
    }),
    time('lastIndexing', 'Last indexing', (index) => index.lastIndexing),
    time('lastQuery', 'Last query', (index) => index.lastQuery),
  ];
}

/** A column without content in the rows of groups. */
function of(id: string, title: string, width: number, render: (index: IndexStats) => ReactNode): Column {
  return {
    id,
    title,
    width,
    sortable: true,
    render: (row) => (row.kind === 'group' ? '' : render(row.index)),
  };
}

function number(
  id: string,
  title: string,
  width: number,
  value: (index: IndexStats) => number | null,
): Column {
  return {
    ...of(id, title, width, (index) => {
      const count = value(index);
      return count === null ? '–' : formatCount(count);
    }),
    align: 'end',
  };
}

function time(id: string, title: string, value: (index: IndexStats) => string | null): Column {
  return of(id, title, 120, (index) => {
    const at = value(index);
    if (at === null) return <span className={styles.quiet}>–</span>;
    return (
      <time dateTime={at} title={`${formatDateTime(at)}, ${formatDateTime(at, { utc: true })}`}>
        {formatAgo(at)}
      </time>
    );
  });
}

function nodeColumn({ node, indexes, error }: NodeStats, mismatched: ReadonlySet<string>): Column {
  const failure = error instanceof Error ? `Node ${node} did not answer: ${error.message}` : undefined;
  return {
    ...of(`node-${node}`, `Entries on ${node}`, 110, ({ name }) => {
      const stats = indexes?.get(name);
      if (!stats)
        return (
          <span className={styles.quiet} title={failure ?? `Node ${node} does not have this index`}>
            {indexes === null ? 'No answer' : 'Missing'}
          </span>
        );
      const count = stats.entries === null ? '–' : formatCount(stats.entries);
      return (
        <span
          className={mismatched.has(name) ? styles.mismatch : undefined}
          title={stats.isStale ? `Stale on node ${node}` : undefined}
        >
          {count}
          {stats.isStale && <span className={styles.quiet}> stale</span>}
        </span>
      );
    }),
    align: 'end',
    sortable: false,
  };
}

function sizeText({ data, journals, temporary }: IndexSize): string {
  return `Data ${formatBytes(data)}, journals ${formatBytes(journals)}; temporary files ${formatBytes(temporary)}`;
}

function Group({ group, onFold }: { readonly group: GroupRow; readonly onFold: (group: GroupRow) => void }) {
  const Chevron = group.folded ? ChevronRight : ChevronDown;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.group}
      aria-expanded={!group.folded}
      onClick={() => onFold(group)}
    >
      <Chevron size={14} aria-hidden="true" />
      <b>{group.label}</b>
      <span className={styles.quiet}>{formatCount(group.indexes.length)}</span>
    </button>
  );
}

function Name({
  index,
  onOpen,
}: {
  readonly index: IndexStats;
  readonly onOpen: IndexColumnChoices['onOpen'];
}) {
  const original = replacedIndex(index.name);
  return (
    <span className={styles.name}>
      <IdLink id={index.name} onOpen={onOpen} />
      {original !== null && (
        <Badge tone="info" title={`Built side by side. Replaces ${original} when it is up to date.`}>
          Replacement
        </Badge>
      )}
      {isAuto(index) && (
        <Badge title="The server created it for a query, and removes it when no query uses it">Auto</Badge>
      )}
      {index.isTest && <Badge title="Created by a test run">Test</Badge>}
    </span>
  );
}
