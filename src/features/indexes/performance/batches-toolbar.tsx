/** Above the timeline: the feed, the index, how time is shown, exports. */
import { Download, Maximize2, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FeedState } from '../../../protocol/follow-feed.ts';
import {
  Button,
  IconButton,
  Menu,
  pluralize,
  Select,
  Switch,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
  type MenuItem,
} from '../../../ui/index.ts';
import styles from '../indexes.module.css';
import type { BatchesView } from './view-state.ts';

const FEED_TEXT: Readonly<Record<FeedState, string>> = {
  live: 'Live: batches appear while they run',
  connecting: 'Connecting to the live feed',
  off: 'Live feed unavailable: the batches are read every 3 seconds',
};
/** Names of indexes are never empty. */
const ALL = '';

export interface BatchesToolbarProps {
  readonly feed: FeedState;
  readonly count: number;
  /** All indexes with batches, and the chosen one. */
  readonly names: readonly string[];
  readonly index: string | null;
  readonly onIndex: (index: string | null) => void;
  readonly view: BatchesView;
  readonly onView: (part: Partial<BatchesView>) => void;
  readonly onShowAll: () => void;
  readonly onRefresh: () => void;
  readonly exports: readonly MenuItem[];
}

export function BatchesToolbar(props: BatchesToolbarProps): ReactNode {
  const { feed, count, view, onView } = props;
  return (
    <Toolbar label="Indexing batches">
      <h2 className={styles.title}>Indexing batches</h2>
      <span className={styles.feed} data-feed={feed} title={FEED_TEXT[feed]}>
        {feed === 'live' ? 'live' : feed === 'off' ? 'polling' : 'connecting'}
      </span>
      <Select
        label="Batches of"
        hideLabel
        value={props.index ?? ALL}
        onChange={(name) => props.onIndex(name === ALL ? null : name)}
        options={[
          { value: ALL, label: 'All indexes' },
          ...props.names.map((name) => ({ value: name, label: name })),
        ]}
      />
      <span className={styles.quiet}>{pluralize(count, 'batch', 'batches')}</span>
      <ToolbarSpace />
      <IconButton
        label="Show all"
        shortcut="0"
        icon={Maximize2}
        disabled={count === 0}
        onClick={props.onShowAll}
      />
      <IconButton label="Refresh" icon={RefreshCw} onClick={props.onRefresh} />
      <ToolbarSeparator />
      <Switch
        label="Fold pauses"
        checked={view.foldPauses}
        onChange={(foldPauses) => onView({ foldPauses })}
      />
      <Switch label="UTC" checked={view.utc} onChange={(utc) => onView({ utc })} />
      <Menu
        align="end"
        trigger={
          <Button icon={<Download />} disabled={count === 0}>
            Export
          </Button>
        }
        items={props.exports}
      />
    </Toolbar>
  );
}
