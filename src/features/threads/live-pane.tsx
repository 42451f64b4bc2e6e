/** The live table. */
import { Pause, Play } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { ServerClient } from '../../protocol/client.ts';
import type { ThreadSample } from '../../protocol/threads.ts';
import {
  Badge,
  Button,
  CopyButton,
  DataGrid,
  ErrorView,
  formatCount,
  SkeletonRows,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
} from '../../ui/index.ts';
import { threadColumns } from './thread-columns.tsx';
import { filterThreads, sortable, sortThreads, threadRows, threadsCsv } from './thread-rows.ts';
import styles from './threads.module.css';
import type { ThreadsState } from './threads-state.ts';
import { useLiveThreads, type LiveThreads } from './use-live-threads.ts';

interface LivePaneProps {
  readonly server: ServerClient;
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
  readonly onCapture: (threadId: number) => void;
}

export function LivePane({ server, state, onChange, onCapture }: LivePaneProps) {
  const [paused, setPaused] = useState(false);
  const { state: live, sample, before, history, retry } = useLiveThreads(server, paused);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const filter = useRef<HTMLDivElement>(null);

  const all = useMemo(() => (sample ? threadRows(sample, before) : []), [sample, before]);
  const rows = useMemo(
    () => sortThreads(filterThreads(all, state.filter), state.sort.key, state.sort.descending),
    [all, state.filter, state.sort],
  );
  const hasIo = all.some((row) => row.io !== null);
  // Jobs come and go within milliseconds: once one was seen the column stays.
  const [seenJobs, setSeenJobs] = useState(false);
  if (!seenJobs && all.some((row) => row.job !== null)) setSeenJobs(true);
  const columns = useMemo(() => threadColumns(hasIo, seenJobs, history), [hasIo, seenJobs, history]);
  const selected = rows.findIndex((row) => row.id === selectedId);

  function onKeyDown(event: KeyboardEvent) {
    const typing = event.target instanceof HTMLInputElement;
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (event.key === 'p' || event.key === 'P') setPaused((is) => !is);
    else if (event.key === '/') filter.current?.querySelector('input')?.focus();
    else return;
    event.preventDefault();
  }

  if (live.kind === 'failed' && !sample)
    return <ErrorView error={live.error} doing="Watching the threads" onRetry={retry} />;

  return (
    <div className={styles.column} onKeyDown={onKeyDown}>
      <Toolbar label="Live threads">
        <LiveBadge live={live} paused={paused} />
        <Button variant="ghost" icon={paused ? <Play /> : <Pause />} onClick={() => setPaused(!paused)}>
          {paused ? 'Go on' : 'Pause'}
        </Button>
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
        <ToolbarSpace />
        {sample && <Totals sample={sample} />}
        <CopyButton label="Copy as CSV" text={() => threadsCsv(rows)} />
      </Toolbar>
      {live.kind === 'failed' && (
        <ErrorView compact error={live.error} doing="Watching the threads" onRetry={retry} />
      )}
      <div className={styles.fill}>
        {sample ? (
          <DataGrid
            label="Threads of the server"
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
              // Numbers are asked for largest first, names from A.
              const first = key !== 'name' && key !== 'state' && key !== 'id';
              onChange({
                sort: { key, descending: state.sort.key === key ? !state.sort.descending : first },
              });
            }}
            empty={
              <p className={styles.empty}>
                {all.length === 0 ? 'The server named no threads.' : 'No thread fits the filter.'}
              </p>
            }
          />
        ) : (
          <SkeletonRows label="The first sample is on its way; the server measures for a second" rows={12} />
        )}
      </div>
    </div>
  );
}

function LiveBadge({ live, paused }: { readonly live: LiveThreads; readonly paused: boolean }) {
  if (live.kind === 'failed') return <Badge tone="danger">Lost</Badge>;
  if (live.kind === 'connecting') return <Badge>Connecting…</Badge>;
  if (paused) return <Badge tone="warning">Paused</Badge>;
  return live.how === 'feed' ? (
    <Badge tone="success" title="The server sends a sample about every second">
      Live
    </Badge>
  ) : (
    <Badge tone="info" title="The server's live feed gave nothing, so it is asked again and again">
      Asking every 2 s
    </Badge>
  );
}

function Totals({ sample }: { readonly sample: ThreadSample }) {
  const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} %`);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Server</dt>
        <dd>{percent(sample.processCpu)}</dd>
      </div>
      <div>
        <dt>Machine</dt>
        <dd>{percent(sample.machineCpu)}</dd>
      </div>
      <div>
        <dt>Cores</dt>
        <dd>{sample.activeCores ?? '–'}</dd>
      </div>
      <div>
        <dt>Threads</dt>
        <dd>{formatCount(sample.threadCount)}</dd>
      </div>
    </dl>
  );
}
