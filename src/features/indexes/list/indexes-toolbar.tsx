/** Above the list: search, filters, selection and actions. */
import {
  ChartGantt,
  Download,
  MoreHorizontal,
  Pause,
  Play,
  Plus,
  RefreshCw,
  Trash2,
  Upload,
  X,
} from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import type { FeedState } from '../../../protocol/follow-feed.ts';
import {
  Badge,
  Button,
  FileInput,
  formatCount,
  Pill,
  IconButton,
  Menu,
  TextField,
  Toolbar,
  ToolbarSpace,
  type MenuEntry,
} from '../../../ui/index.ts';
import { filterLabels, indexFilters, type IndexFilter } from './index-state.ts';
import styles from '../indexes.module.css';

const FEED_TEXT: Readonly<Record<FeedState, string>> = {
  live: 'Live: changes of indexes appear immediately',
  connecting: 'Connecting to the change feed',
  off: 'Change feed unavailable: the list refreshes every 3 seconds',
};

export type ListFormat = 'csv' | 'json' | 'markdown' | 'definitions';

export interface IndexesToolbarProps {
  readonly count: number | undefined;
  readonly feed: FeedState;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly selected: number;
  readonly onClearSelection: () => void;
  /** For the selected indexes. */
  readonly actions: readonly MenuEntry[];
  readonly onDelete: () => void;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  readonly paused: boolean;
  readonly onPauseAll: () => void;
  readonly onResumeAll: () => void;
  readonly onBatches: () => void;
  readonly onExport: (format: ListFormat) => void;
  /** Reads a file with definitions. */
  readonly onImport: (file: File) => void;
  /** Null without an editor. */
  readonly onNew: (() => void) | null;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
}

export function IndexesToolbar(props: IndexesToolbarProps): ReactNode {
  const { writeRefusal, paused } = props;
  const file = useRef<HTMLInputElement>(null);
  return (
    <Toolbar label="Indexes">
      <h2 className={styles.title}>Indexes</h2>
      <span className={styles.quiet}>{props.count === undefined ? '…' : formatCount(props.count)}</span>
      <span className={styles.feed} data-feed={props.feed} title={FEED_TEXT[props.feed]}>
        {props.feed === 'live' ? 'live' : 'polling'}
      </span>
      <div className={styles.search}>
        <TextField
          label="Search indexes"
          hideLabel
          type="search"
          placeholder="Search name, collection, type"
          value={props.search}
          onChange={props.onSearch}
        />
      </div>
      <ToolbarSpace />
      {props.selected > 0 && (
        <>
          <Badge tone="info">{formatCount(props.selected)} selected</Badge>
          <IconButton label="Clear selection" icon={X} onClick={props.onClearSelection} />
          {writeRefusal === undefined ? (
            <Menu
              align="end"
              trigger={<Button icon={<MoreHorizontal />}>Actions</Button>}
              items={props.actions}
            />
          ) : (
            <Button icon={<MoreHorizontal />} disabledReason={writeRefusal}>
              Actions
            </Button>
          )}
          <Button variant="danger" icon={<Trash2 />} disabledReason={writeRefusal} onClick={props.onDelete}>
            Delete {formatCount(props.selected)}
          </Button>
        </>
      )}
      <IconButton label="Refresh" icon={RefreshCw} disabled={props.refreshing} onClick={props.onRefresh} />
      <IconButton label="Show indexing batches" icon={ChartGantt} onClick={props.onBatches} />
      <Menu
        align="end"
        trigger={
          <Button icon={<Download />} disabled={props.count === undefined || props.count === 0}>
            Export
          </Button>
        }
        items={[
          { id: 'csv', label: 'CSV', onSelect: () => props.onExport('csv') },
          { id: 'json', label: 'JSON', onSelect: () => props.onExport('json') },
          { id: 'markdown', label: 'Copy as Markdown', onSelect: () => props.onExport('markdown') },
          {
            id: 'definitions',
            label: props.selected > 0 ? 'Definitions of the selected indexes' : 'Definitions of all indexes',
            onSelect: () => props.onExport('definitions'),
          },
        ]}
      />
      <FileInput
        ref={file}
        label="File with index definitions"
        accept=".json,application/json"
        onFile={props.onImport}
      />
      <IconButton
        label="Import definitions…"
        icon={Upload}
        disabledReason={writeRefusal}
        onClick={() => file.current?.click()}
      />
      <Button
        icon={paused ? <Play /> : <Pause />}
        disabledReason={writeRefusal}
        onClick={paused ? props.onResumeAll : props.onPauseAll}
      >
        {paused ? 'Resume all indexing' : 'Pause all indexing'}
      </Button>
      {props.onNew !== null && (
        <Button variant="primary" icon={<Plus />} disabledReason={writeRefusal} onClick={props.onNew}>
          New index
        </Button>
      )}
    </Toolbar>
  );
}

/** Filters with the number of indexes that each would show; a filter without any is left out. */
export function FilterBar(props: {
  readonly counts: Readonly<Record<IndexFilter, number>>;
  readonly filter: IndexFilter | null;
  readonly onFilter: (filter: IndexFilter | null) => void;
  /** Set while the list shows the indexes of a notice only. */
  readonly limitedTo: string | null;
  readonly onShowAll: () => void;
}): ReactNode {
  const { counts, filter, onFilter } = props;
  return (
    <div className={styles.filters} role="group" aria-label="Filter by state">
      <Pill
        pressed={filter === null && props.limitedTo === null}
        onClick={() => {
          onFilter(null);
          props.onShowAll();
        }}
      >
        All
      </Pill>
      {indexFilters
        .filter((each) => counts[each] > 0 || each === filter)
        .map((each) => (
          <Pill key={each} pressed={filter === each} onClick={() => onFilter(filter === each ? null : each)}>
            {filterLabels[each]}{' '}
            <span className={styles.filterCount} data-filter={each}>
              {formatCount(counts[each])}
            </span>
          </Pill>
        ))}
      {props.limitedTo !== null && (
        <Pill pressed onClick={props.onShowAll}>
          {props.limitedTo} ×
        </Pill>
      )}
    </div>
  );
}
