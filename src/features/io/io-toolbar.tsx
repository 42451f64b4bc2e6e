import {
  ChevronDown,
  FolderOpen,
  Layers,
  ListTree,
  Maximize2,
  Pause,
  Play,
  Search,
  SlidersHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Badge,
  Button,
  IconButton,
  Menu,
  Switch,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
  type MenuItem,
} from '../../ui/index.ts';
import type { IoModel } from './io-model.ts';
import { LiveBadge } from './sources-dialog.tsx';
import type { TimelineView } from './use-timeline-view.ts';

interface IoToolbarProps {
  readonly model: IoModel;
  readonly live: boolean;
  /** The server reports garbage collections and requests. */
  readonly managedHeap: boolean;
  readonly view: TimelineView;
  readonly onSources: () => void;
  readonly onLanes: () => void;
  readonly onFind: () => void;
  readonly onOpenFile: () => void;
  readonly exports: readonly MenuItem[];
  readonly views: readonly MenuItem[];
}

export function IoToolbar(props: IoToolbarProps): ReactNode {
  const { model, live, view } = props;
  const { sources, store } = model.recording;
  const [first, ...others] = sources;
  return (
    <Toolbar label="I/O timeline">
      {live && first?.kind === 'live' && <LiveBadge state={model.stateOf(first.id)} />}
      {sources
        .filter(({ kind }) => kind === 'file')
        .slice(0, 2)
        .map(({ id, name }) => (
          <Badge key={id} tone="info">{`File: ${name}`}</Badge>
        ))}
      <Button variant="ghost" icon={Layers} onClick={props.onSources}>
        {others.length > 0 ? `Sources (${sources.length})` : 'Sources'}
      </Button>
      {live && (
        <>
          <IconButton
            label={model.paused ? 'Resume recording' : 'Pause recording'}
            icon={model.paused ? Play : Pause}
            onClick={() => model.setPaused(!model.paused)}
          />
          <Switch label="Follow live" checked={view.follow} onChange={(on) => view.setFollow(on)} />
        </>
      )}
      <ToolbarSpace />
      <IconButton
        label="Show all"
        shortcut="0"
        icon={Maximize2}
        disabled={store.count === 0}
        onClick={() => view.moveTo(view.extent)}
      />
      <IconButton label="Find" shortcut="/" icon={Search} onClick={props.onFind} />
      <IconButton label="Lanes" icon={ListTree} onClick={props.onLanes} />
      <ToolbarSeparator />
      <Switch
        label="Indexing"
        checked={view.state.indexing}
        onChange={(indexing) => view.change({ indexing })}
      />
      {live && (
        <Switch
          label={props.managedHeap ? 'GC and requests' : 'Slow queries'}
          checked={view.state.activity}
          onChange={(activity) => view.change({ activity })}
        />
      )}
      <Switch
        label="Fold pauses"
        checked={view.state.foldPauses}
        onChange={(foldPauses) => view.change({ foldPauses })}
      />
      <Switch label="UTC" checked={view.state.utc} onChange={(utc) => view.change({ utc })} />
      <ToolbarSeparator />
      <Menu
        align="end"
        trigger={
          <Button variant="ghost" icon={SlidersHorizontal}>
            View <ChevronDown size={12} aria-hidden="true" />
          </Button>
        }
        items={props.views}
      />
      <Button variant="ghost" icon={FolderOpen} onClick={props.onOpenFile}>
        Open file…
      </Button>
      <Menu
        align="end"
        trigger={
          <Button variant="ghost" disabled={store.count === 0}>
            Export <ChevronDown size={12} aria-hidden="true" />
          </Button>
        }
        items={props.exports}
      />
    </Toolbar>
  );
}
