/** From a group of a map-reduce index to its partial results and its documents. */
import { Group as GroupIcon, Search, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import type { ReduceTree } from '../../../protocol/reduce-trees.ts';
import {
  Button,
  CopyButton,
  DataGrid,
  EmptyState,
  ErrorView,
  formatCount,
  IconButton,
  pluralize,
  SkeletonRows,
  TextField,
  type GridColumn,
} from '../../../ui/index.ts';
import styles from '../indexes.module.css';
import { GroupTree } from './group-tree.tsx';
import { groupKey, valueText } from './group-rows.ts';
import groupStyles from './groups.module.css';
import { useGroups } from './use-groups.ts';

export function GroupsPanel(props: {
  readonly database: Database;
  readonly index: IndexStats | null;
}): ReactNode {
  const { database, index } = props;
  if (!index?.type.endsWith('MapReduce'))
    return (
      <EmptyState
        icon={GroupIcon}
        title={index === null ? 'No index selected' : 'Not a map-reduce index'}
        text={
          index === null
            ? 'Choose a map-reduce index in the list to see its groups.'
            : `${index.name} has no groups: it writes an entry for each document.`
        }
      />
    );
  return <Groups key={index.name} database={database} index={index.name} />;
}

function Groups({ database, index }: { readonly database: Database; readonly index: string }) {
  const session = useSession();
  const [typed, setTyped] = useState('');
  const [id, setId] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [filter, setFilter] = useState('');
  const found = useGroups(database, index, id);
  const all = found.groups ?? [];
  const sought = filter.trim().toLowerCase();
  const groups = sought === '' ? all : all.filter((each) => groupKey(each).toLowerCase().includes(sought));
  const current = groups.find((each) => each.Name === name) ?? groups[0];
  const openDocument = (document: string, split: boolean) =>
    session.openScreen('document', { params: { id: document }, split });

  if (found.groups === null)
    return (
      <EmptyState
        icon={GroupIcon}
        title="Groups are not available"
        text="This server does not report the groups of map-reduce indexes and their partial results. RavenDB 6.2 and newer and the sandbox do."
      />
    );

  const body = (): ReactNode => {
    if (found.error !== null && found.groups === undefined)
      return <ErrorView error={found.error} doing={`Loading the groups of ${index}`} onRetry={found.retry} />;
    if (found.groups === undefined) return <SkeletonRows rows={4} label="Loading groups" />;
    if (all.length > 0 && groups.length === 0)
      return (
        <EmptyState
          icon={GroupIcon}
          title="No loaded group matches"
          text={`The key of no loaded group contains “${filter.trim()}”.${found.hasMore ? ' Read more documents to load further groups.' : ''}`}
        />
      );
    if (groups.length === 0)
      return (
        <EmptyState
          icon={GroupIcon}
          title="No groups"
          text={id === null ? `${index} has no groups.` : `${index} has no entry of ${id}.`}
        />
      );
    return (
      <div className={groupStyles.groups}>
        <DataGrid
          label="Groups"
          columns={columns}
          rowCount={groups.length}
          row={(place) => groups[place]}
          selected={current ? groups.indexOf(current) : null}
          onSelect={(place) => setName(groups[place]?.Name ?? null)}
        />
        {current && <GroupTree key={current.Name} tree={current} onOpen={openDocument} />}
      </div>
    );
  };

  return (
    <div className={styles.panel}>
      <form
        className={styles.panelBar}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') setId(typed.trim());
        }}
      >
        <div className={styles.search}>
          <TextField
            label="Groups of document"
            hideLabel
            placeholder="Groups of a document: orders/1-A"
            value={typed}
            onChange={setTyped}
          />
        </div>
        <Button type="submit" icon={Search} disabled={typed.trim() === ''}>
          Find groups
        </Button>
        {id !== null && (
          <IconButton
            label="Show all groups"
            icon={X}
            onClick={() => {
              setTyped('');
              setId(null);
            }}
          />
        )}
        {all.length > 1 && (
          <div className={styles.search}>
            <TextField
              label="Filter groups by key"
              hideLabel
              placeholder="Filter groups by key"
              value={filter}
              onChange={setFilter}
            />
          </div>
        )}
        <span className={styles.quiet} role="status">
          {found.groups
            ? `${pluralize(groups.length, 'group')} of ${id ?? `the first ${pluralize(found.documents, 'document')}`}`
            : ''}
        </span>
        {found.hasMore && (
          <Button busy={found.loadingMore} onClick={found.loadMore}>
            Read more documents
          </Button>
        )}
        <span className={styles.space} />
        <CopyButton label="Copy groups as JSON" text={() => JSON.stringify(groups, null, 2)} />
      </form>
      {found.error !== null && found.groups !== undefined && (
        <ErrorView error={found.error} doing="Loading more groups" onRetry={found.loadMore} compact />
      )}
      <div className={styles.panelBody}>{body()}</div>
    </div>
  );
}

const columns: readonly GridColumn<ReduceTree>[] = [
  { id: 'key', title: 'Group', width: 240, mono: true, render: (tree) => groupKey(tree) },
  {
    id: 'entries',
    title: 'Entries',
    width: 80,
    align: 'end',
    render: ({ NumberOfEntries: count }) => formatCount(count ?? NaN),
  },
  {
    id: 'pages',
    title: 'Pages',
    width: 70,
    align: 'end',
    render: ({ PageCount: count }) => formatCount(count ?? NaN),
  },
  {
    id: 'result',
    title: 'Result',
    width: 400,
    mono: true,
    render: ({ Root }) => valueText(Root?.AggregationResult),
  },
];
