/** A capture or profile: facts, frames as icicle, list, functions, timeline or text, and a search. */
import { AlignLeft, ChartBarStacked, ChartGantt, Filter, ListTree, Sigma } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import {
  buildStackTree,
  countContaining,
  FrameLegend,
  Icicle,
  searchFrames,
  StackList,
} from '../../charts/flame/index.ts';
import { CodeEditor } from '../../ui/editor/index.ts';
import {
  CopyButton,
  EmptyState,
  IconButton,
  Switch,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
} from '../../ui/index.ts';
import { CaptureFactsBar } from './capture-facts.tsx';
import type { StoredCapture } from './captures.ts';
import { FrameDetails } from './frame-details.tsx';
import { FrameRulesDialog } from './frame-rules-dialog.tsx';
import { frameLook, frameRules } from './frame-rules.ts';
import { FunctionsView } from './functions-view.tsx';
import { StackExports } from './stack-exports.tsx';
import { captureText, mergeEqual } from './stack-text.ts';
import { ThreadTimeline } from './thread-timeline.tsx';
import styles from './threads.module.css';
import type { StackView, ThreadsState } from './threads-state.ts';

const viewButtons: readonly { view: StackView; label: string; icon: ReactElement }[] = [
  { view: 'icicle', label: 'Show as icicle chart (width = number of threads)', icon: <ChartBarStacked /> },
  { view: 'list', label: 'Show as list', icon: <ListTree /> },
  { view: 'functions', label: 'Show functions with callers and callees', icon: <Sigma /> },
  { view: 'timeline', label: 'Show threads over time', icon: <ChartGantt /> },
  { view: 'text', label: 'Show as text', icon: <AlignLeft /> },
];

interface CaptureViewProps {
  readonly kept: StoredCapture;
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
  readonly buttons: ReactNode;
  readonly label: string;
}

export function CaptureView({ kept, state, onChange, buttons, label }: CaptureViewProps) {
  const { capture, unit, series } = kept;
  const { own, hide, ownOnly, foldIdle } = state;
  const searchBox = useRef<HTMLDivElement>(null);
  const [choosing, setChoosing] = useState(false);
  const groups = useMemo(() => mergeEqual(capture.groups), [capture]);
  const rules = useMemo(() => frameRules({ own, hide, ownOnly, foldIdle }), [own, hide, ownOnly, foldIdle]);
  const look = useMemo(() => frameLook(rules, unit), [rules, unit]);
  const stacks = useMemo(() => rules.shape(groups), [groups, rules]);
  const tree = useMemo(() => buildStackTree(stacks), [stacks]);
  const [picked, setPicked] = useState<{ tree: typeof tree; id: number } | null>(null);
  const selectedId = picked?.tree === tree ? picked.id : null;
  const selected = selectedId === null ? undefined : tree.nodes[selectedId];
  const found = useMemo(() => searchFrames(tree, state.search), [tree, state.search]);
  const text = useMemo(() => captureText({ ...capture, groups }, unit), [capture, groups, unit]);
  // Only a profile has a time axis.
  const view = state.view === 'timeline' && series.length === 0 ? 'icicle' : state.view;
  const isTree = view === 'icicle' || view === 'list';
  const through = countContaining(tree, found);

  const shared = { tree, look, found, selectedId, onSelect: (id: number) => setPicked({ tree, id }) };
  const picture = () => {
    if (view === 'text')
      return <CodeEditor label="Stacks as text" language="plaintext" value={text} readOnly />;
    if (tree.nodes.length < 2 && tree.root.self === 0)
      return (
        <EmptyState
          icon={<ListTree />}
          title="No stacks"
          text="The capture is valid but contains no threads."
        />
      );
    if (view === 'functions') return <FunctionsView stacks={stacks} look={look} search={state.search} />;
    if (view === 'timeline')
      return <ThreadTimeline series={series} isOwn={rules.isOwn} search={state.search} />;
    if (view === 'list') return <StackList {...shared} label="Stacks as a list" />;
    return <Icicle {...shared} label="Stacks as an icicle" />;
  };

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== '/' || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey)
      return;
    if (view === 'text' || event.target instanceof HTMLTextAreaElement) return;
    searchBox.current?.querySelector('input')?.focus();
    event.preventDefault();
  }

  return (
    <div className={styles.column} onKeyDown={onKeyDown}>
      <Toolbar label={label}>
        {buttons}
        <ToolbarSeparator />
        {viewButtons
          .filter((each) => each.view !== 'timeline' || series.length > 0)
          .map((each) => (
            <IconButton
              key={each.view}
              label={each.label}
              icon={each.icon}
              pressed={view === each.view}
              onClick={() => onChange({ view: each.view })}
            />
          ))}
        {view !== 'text' && (
          <div ref={searchBox} className={styles.filter}>
            <TextField
              label="Search frames"
              hideLabel
              placeholder={view === 'timeline' ? 'Search threads and frames…' : 'Search frames…'}
              value={state.search}
              onChange={(search) => onChange({ search })}
            />
          </div>
        )}
        {(isTree || view === 'functions') && (
          <>
            <Switch
              label="Own code only"
              checked={ownOnly}
              onChange={(checked) => onChange({ ownOnly: checked })}
            />
            <Switch
              label="Fold waits"
              checked={foldIdle}
              onChange={(checked) => onChange({ foldIdle: checked })}
            />
          </>
        )}
        {view !== 'text' && (
          <IconButton
            label="Frame filters…"
            icon={<Filter />}
            pressed={hide !== '' || own !== ''}
            onClick={() => setChoosing(true)}
          />
        )}
        <ToolbarSpace />
        <CopyButton iconOnly label="Copy as text" text={text} />
        <StackExports kept={kept} />
      </Toolbar>
      <CaptureFactsBar
        kept={kept}
        stacks={groups.length}
        match={
          isTree && state.search.trim() !== '' ? { frames: found.size, through, of: tree.root.count } : null
        }
      />
      {view === 'icicle' && <FrameLegend />}
      <div className={styles.sideBySide}>
        <div className={styles.main}>{picture()}</div>
        {selected && selected.depth > 0 && isTree && (
          <FrameDetails
            node={selected}
            groups={groups}
            threads={capture.threads}
            unit={unit}
            isOwn={rules.isOwn}
            onClose={() => setPicked(null)}
          />
        )}
      </div>
      {choosing && <FrameRulesDialog state={state} onChange={onChange} onClose={() => setChoosing(false)} />}
    </div>
  );
}
