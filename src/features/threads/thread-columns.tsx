/** Columns of the live table. */
import { ScanEye } from 'lucide-react';
import { formatAgo, formatBytes, formatDateTime, formatMs, type GridColumn } from '../../ui/index.ts';
import { type CpuHistory, historyOf } from './cpu-history.ts';
import { Sparkline } from './sparkline.tsx';
import { nameTitle, type ThreadRow } from './thread-rows.ts';
import styles from './threads.module.css';

export interface ThreadColumnChoices {
  readonly hasIo: boolean;
  readonly hasJobs: boolean;
  readonly onLinux: boolean;
  readonly history: CpuHistory;
  readonly onCapture: (threadId: number) => void;
}

export function threadColumns({
  hasIo,
  hasJobs,
  onLinux,
  history,
  onCapture,
}: ThreadColumnChoices): GridColumn<ThreadRow>[] {
  const columns: GridColumn<ThreadRow>[] = [
    {
      id: 'cpu',
      title: 'CPU',
      width: 130,
      align: 'end',
      mono: true,
      sortable: true,
      render: (row) => (
        <span className={styles.cpu}>
          <span className={styles.cpuTrack} aria-hidden="true">
            <span style={{ width: `${Math.min(100, row.cpu)}%` }} />
          </span>
          {row.cpu.toFixed(1)} %
        </span>
      ),
    },
    {
      id: 'history',
      title: 'History',
      width: 104,
      render: (row) => <Sparkline values={historyOf(history, row)} />,
    },
    {
      id: 'name',
      title: 'Name',
      width: 260,
      least: 190,
      sortable: true,
      render: (row) => (
        <span className={styles.threadName}>
          <span title={nameTitle(row, onLinux)}>{row.name}</span>
          {/* Enter does the same for the row; thirty more stops would be in the keyboard's way. */}
          <button
            type="button"
            tabIndex={-1}
            className={styles.ofThread}
            aria-label={`Stack of ${row.name} ${row.id}`}
            title="Capture this thread's stack (Enter)"
            onClick={(event) => {
              event.stopPropagation();
              onCapture(row.id);
            }}
          >
            <ScanEye size={14} aria-hidden="true" />
          </button>
        </span>
      ),
    },
    ...(hasJobs
      ? [
          {
            id: 'job',
            title: 'Current job',
            width: 300,
            render: (row: ThreadRow) => <Job row={row} />,
          },
        ]
      : []),
    { id: 'id', title: 'Id', width: 84, align: 'end', mono: true, sortable: true, render: (row) => row.id },
    {
      id: 'state',
      title: 'State',
      width: 250,
      least: 110,
      sortable: true,
      render: (row) => <State row={row} />,
    },
    {
      id: 'total',
      title: 'CPU time',
      width: 112,
      align: 'end',
      mono: true,
      sortable: true,
      render: (row) => <span title={split(row)}>{row.totalMs === null ? '' : formatMs(row.totalMs)}</span>,
    },
  ];
  const rate = (
    id: 'read' | 'write',
    title: string,
    of: (row: ThreadRow) => number | null,
  ): GridColumn<ThreadRow> => ({
    id,
    title,
    width: 104,
    align: 'end',
    mono: true,
    sortable: true,
    render: (row) => {
      const value = of(row);
      return value === null ? (
        <span className={styles.nothing}>–</span>
      ) : value === 0 ? (
        <span className={styles.nothing}>0 B/s</span>
      ) : (
        `${formatBytes(value)}/s`
      );
    },
  });
  if (hasIo)
    columns.push(
      rate('read', 'Read', (row) => row.readRate),
      rate('write', 'Write', (row) => row.writeRate),
    );
  columns.push({
    id: 'started',
    title: 'Started',
    width: 130,
    sortable: true,
    render: (row) =>
      row.startedAt === null ? (
        ''
      ) : (
        <span title={`${formatDateTime(row.startedAt)}, ${formatDateTime(row.startedAt, { utc: true })}`}>
          {formatAgo(row.startedAt)}
        </span>
      ),
  });
  return columns;
}

function Job({ row: { job } }: { readonly row: ThreadRow }) {
  if (job === null) return '';
  return (
    <span title={job.text}>
      {job.text}
      {job.ms !== null && <span className={styles.quiet}> for {formatMs(job.ms)}</span>}
    </span>
  );
}

function State({ row }: { readonly row: ThreadRow }) {
  const running = row.state.toLowerCase() === 'running';
  const wait = row.waitChannel ?? (row.waitReason === 'Unknown' ? null : row.waitReason);
  return (
    <span className={running ? styles.running : styles.waiting}>
      <span aria-hidden="true">{running ? '● ' : '○ '}</span>
      {row.state}
      {wait !== null && wait !== '' && wait !== '0' && `, ${wait}`}
      {row.syscall !== null && <span className={styles.quiet}> in {row.syscall}</span>}
    </span>
  );
}

function split(row: ThreadRow): string | undefined {
  if (row.userMs === null || row.kernelMs === null) return undefined;
  return `${formatMs(row.userMs)} user, ${formatMs(row.kernelMs)} kernel`;
}
