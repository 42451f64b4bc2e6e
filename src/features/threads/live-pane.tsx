/** The live table: threads of the server, or of another process on this machine. */
import { CircleStop, Pause, Play, ScanEye } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { ServerClient } from '../../protocol/client.ts';
import {
  Button,
  CopyButton,
  DataGrid,
  EmptyState,
  ErrorView,
  formatCount,
  SkeletonRows,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
} from '../../ui/index.ts';
import { noCaptures, useCaptures } from './captures.ts';
import { LiveBadge, LiveTotals, ProcessGone } from './live-facts.tsx';
import { ProcessChoice } from './process-choice.tsx';
import { threadColumns } from './thread-columns.tsx';
import { filterThreads, sortable, sortThreads, threadRows, threadsCsv } from './thread-rows.ts';
import styles from './threads.module.css';
import type { ThreadsState } from './threads-state.ts';
import { useLiveThreads } from './use-live-threads.ts';

interface LivePaneProps {
  readonly tabId: string;
  readonly server: ServerClient;
  /** Whether threads of other processes can be read. */
  readonly otherProcesses: boolean;
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
  readonly onCapture: (threadId: number) => void;
}

export function LivePane({ tabId, server, otherProcesses, state, onChange, onCapture }: LivePaneProps) {
  const { target } = useCaptures((captures) => captures.byTab.get(tabId) ?? noCaptures);
  const [paused, setPaused] = useState(false);
  const { state: live, sample, before, history, retry } = useLiveThreads(server, target, paused);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const filter = useRef<HTMLDivElement>(null);

  const all = useMemo(() => (sample ? threadRows(sample, before) : []), [sample, before]);
  const rows = useMemo(
    () => sortThreads(filterThreads(all, state.filter), state.sort.key, state.sort.descending),
    [all, state.filter, state.sort],
  );
  const hasIo = all.some((row) => row.io !== null);
  const onLinux = all.some((row) => row.fromLinux);
  // Jobs last milliseconds: once one was seen the column stays. Only the engine has jobs.
  const [seenJobs, setSeenJobs] = useState(false);
  if (!seenJobs && all.some((row) => row.job !== null)) setSeenJobs(true);
  const hasJobs = seenJobs && target === null;
  const columns = useMemo(
    () => threadColumns({ hasIo, hasJobs, onLinux, history, onCapture }),
    [hasIo, hasJobs, onLinux, history, onCapture],
  );
  const selected = rows.findIndex((row) => row.id === selectedId);
  const named = target ? `${target.name} (${target.id})` : 'the server';
  const aimAtEngine = () => useCaptures.getState().setTarget(tabId, null);

  function onKeyDown(event: KeyboardEvent) {
    const typing = event.target instanceof HTMLInputElement;
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (event.key === 'p' || event.key === 'P') setPaused((is) => !is);
    else if (event.key === '/') filter.current?.querySelector('input')?.focus();
    else return;
    event.preventDefault();
  }

  const table = sample ? (
    <DataGrid
      label={`Threads of ${named}`}
      columns={columns}
      rowCount={rows.length}
      row={(index) => rows[index]}
      selected={selected < 0 ? null : selected}
      onSelect={(index) => setSelectedId(rows[index]?.id ?? null)}
      onOpen={(index) => {
        const row = rows[index];
        if (row) onCapture(row.id);
      }}
      sort={{ column: state.sort.key, descending: state.sort.descending }}
      onSort={(column) => {
        const key = sortable.find((each) => each === column);
        if (!key) return;
        // Numbers sort descending first, names ascending.
        const first = key !== 'name' && key !== 'state' && key !== 'id';
        onChange({
          sort: { key, descending: state.sort.key === key ? !state.sort.descending : first },
        });
      }}
      empty={
        <p className={styles.empty}>
          {all.length === 0 ? `${named} reported no threads.` : 'No thread matches'}
        </p>
      }
    />
  ) : (
    <SkeletonRows label="Waiting for the first sample" rows={12} />
  );

  const body = () => {
    if (sample) return table;
    if (live.kind === 'failed')
      return <ErrorView error={live.error} doing={`Reading threads of ${named}`} onRetry={retry} />;
    if (live.kind === 'gone')
      return (
        <EmptyState
          icon={<CircleStop />}
          title={`${named} exited`}
          text="The process exited before its threads were read. Select another process above."
          action={
            <Button variant="primary" onClick={aimAtEngine}>
              Show this engine
            </Button>
          }
        />
      );
    return table;
  };

  return (
    <div className={styles.column} onKeyDown={onKeyDown}>
      <Toolbar label="Live threads">
        <LiveBadge live={live} paused={paused} />
        <Button
          variant="ghost"
          icon={paused ? <Play /> : <Pause />}
          disabled={live.kind === 'gone'}
          onClick={() => setPaused(!paused)}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
        {otherProcesses && <ProcessChoice tabId={tabId} server={server} />}
        <ToolbarSeparator />
        <div ref={filter} className={styles.filter}>
          <TextField
            label="Filter threads"
            hideLabel
            placeholder="Filter by name, id, state…"
            value={state.filter}
            onChange={(text) => onChange({ filter: text })}
          />
        </div>
        {state.filter.trim() !== '' && (
          <span className={styles.quiet} role="status">
            {formatCount(rows.length)} of {formatCount(all.length)}
          </span>
        )}
        <Button
          variant="ghost"
          icon={<ScanEye />}
          disabled={selected < 0 || live.kind === 'gone'}
          title="Capture the stack of the selected thread (Enter or double-click)"
          onClick={() => selectedId !== null && onCapture(selectedId)}
        >
          Capture stack
        </Button>
        <ToolbarSpace />
        {sample && <LiveTotals sample={sample} of={target?.name ?? 'Server'} />}
        <CopyButton label="Copy as CSV" text={() => threadsCsv(rows)} />
      </Toolbar>
      {sample && live.kind === 'failed' && (
        <ErrorView compact error={live.error} doing={`Reading threads of ${named}`} onRetry={retry} />
      )}
      {sample && live.kind === 'gone' && <ProcessGone name={named} sample={sample} onLeave={aimAtEngine} />}
      <div className={styles.fill}>{body()}</div>
    </div>
  );
}
