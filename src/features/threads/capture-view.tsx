/** One capture: its facts, the frames as icicle, list or text, a search, and what stands behind one frame. */
import { AlignLeft, ChartBarStacked, FileJson2, ListTree, Text } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import {
  buildStackTree,
  countThrough,
  type FrameLook,
  Icicle,
  searchFrames,
  StackList,
} from '../../charts/flame/index.ts';
import { CodeEditor } from '../../ui/editor/index.ts';
import {
  Button,
  CopyButton,
  EmptyState,
  formatCount,
  formatNoun,
  IconButton,
  Menu,
  Switch,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
  fileName,
  saveFile,
} from '../../ui/index.ts';
import { CaptureFactsBar } from './capture-facts.tsx';
import type { Capture } from './captures.ts';
import { FrameDetails } from './frame-details.tsx';
import { isOwnFrame, shortFrame } from './own-code.ts';
import { captureText, mergeEqual } from './stack-text.ts';
import styles from './threads.module.css';
import type { StackView, ThreadsState } from './threads-state.ts';

const look: FrameLook = {
  shortName: shortFrame,
  isOwn: isOwnFrame,
  countText: (count) => formatNoun(count, 'thread'),
  rootName: 'All threads',
};

const viewButtons: readonly { view: StackView; label: string; icon: ReactElement }[] = [
  { view: 'icicle', label: 'Show as an icicle: the wider, the more threads', icon: <ChartBarStacked /> },
  { view: 'list', label: 'Show as a list', icon: <ListTree /> },
  { view: 'text', label: 'Show as text', icon: <AlignLeft /> },
];

interface CaptureViewProps {
  readonly captured: Extract<Capture, { kind: 'captured' }>;
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
  readonly buttons: ReactNode;
}

export function CaptureView({ captured, state, onChange, buttons }: CaptureViewProps) {
  const { capture } = captured;
  const searchBox = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => mergeEqual(capture.groups), [capture]);
  const tree = useMemo(
    () =>
      buildStackTree(
        groups.map((group) => ({
          frames: state.ownOnly ? group.frames.filter(isOwnFrame) : group.frames,
          count: group.count,
        })),
      ),
    [groups, state.ownOnly],
  );
  const [picked, setPicked] = useState<{ tree: typeof tree; id: number } | null>(null);
  const selectedId = picked?.tree === tree ? picked.id : null;
  const selected = selectedId === null ? undefined : tree.nodes[selectedId];
  const found = useMemo(() => searchFrames(tree, state.search), [tree, state.search]);
  const searching = state.search.trim() !== '';
  const text = useMemo(() => captureText({ ...capture, groups }), [capture, groups]);
  const onSelect = (id: number) => setPicked({ tree, id });

  const shared = { tree, look, found, selectedId, onSelect };
  const picture =
    state.view === 'text' ? (
      <CodeEditor label="Stacks as text" language="plaintext" value={text} readOnly />
    ) : tree.nodes.length < 2 && tree.root.self === 0 ? (
      <EmptyState
        icon={<ListTree />}
        title="No stacks in it"
        text="The capture is valid, but names no thread."
      />
    ) : state.view === 'list' ? (
      <StackList {...shared} label="Stacks as a list" />
    ) : (
      <Icicle {...shared} label="Stacks as an icicle" />
    );

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== '/' || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey)
      return;
    if (state.view === 'text') return;
    searchBox.current?.querySelector('input')?.focus();
    event.preventDefault();
  }

  return (
    <div className={styles.column} onKeyDown={onKeyDown}>
      <Toolbar label="Stacks">
        {buttons}
        <ToolbarSeparator />
        {viewButtons.map(({ view, label, icon }) => (
          <IconButton
            key={view}
            label={label}
            icon={icon}
            pressed={state.view === view}
            onClick={() => onChange({ view })}
          />
        ))}
        {state.view !== 'text' && (
          <>
            <div ref={searchBox} className={styles.filter}>
              <TextField
                label="Search frames"
                hideLabel
                placeholder="Search frames…"
                value={state.search}
                onChange={(search) => onChange({ search })}
              />
            </div>
            {searching && (
              <span className={styles.quiet} role="status">
                {formatNoun(found.size, 'frame')}, {formatCount(countThrough(tree, found))} of{' '}
                {formatNoun(tree.root.count, 'thread')}
              </span>
            )}
            <Switch
              label="Own code only"
              checked={state.ownOnly}
              onChange={(ownOnly) => onChange({ ownOnly })}
            />
          </>
        )}
        <ToolbarSpace />
        <CopyButton label="Copy as text" text={text} />
        <Menu
          align="end"
          trigger={<Button variant="ghost">Export</Button>}
          items={[
            {
              id: 'json',
              label: 'JSON',
              hint: "as the server sent it; RavenDB's Studio opens it too",
              icon: <FileJson2 />,
              onSelect: () => saveFile(fileName('stacks', null, 'json'), 'application/json', capture.raw),
            },
            {
              id: 'text',
              label: 'Text',
              icon: <Text />,
              onSelect: () => saveFile(fileName('stacks', null, 'txt'), 'text/plain', text),
            },
          ]}
        />
      </Toolbar>
      <CaptureFactsBar captured={captured} stacks={groups.length} />
      <div className={styles.beside}>
        <div className={styles.main}>{picture}</div>
        {selected && selected.depth > 0 && state.view !== 'text' && (
          <FrameDetails
            node={selected}
            groups={groups}
            threads={capture.threads}
            onClose={() => setPicked(null)}
          />
        )}
      </div>
    </div>
  );
}
