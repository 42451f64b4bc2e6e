/** Information around the live table: source of the samples, totals, and an exited process. */
import { CircleStop } from 'lucide-react';
import type { ThreadSample } from '../../protocol/threads.ts';
import { Badge, Button, formatCount, formatDateTime } from '../../ui/index.ts';
import styles from './threads.module.css';
import type { LiveThreads } from './use-live-threads.ts';

export function LiveBadge({ live, paused }: { readonly live: LiveThreads; readonly paused: boolean }) {
  if (live.kind === 'failed') return <Badge tone="danger">Lost</Badge>;
  if (live.kind === 'reconnecting') return <Badge tone="warning">Reconnecting…</Badge>;
  if (live.kind === 'gone') return <Badge tone="warning">Ended</Badge>;
  if (live.kind === 'connecting') return <Badge>Connecting…</Badge>;
  if (paused) return <Badge tone="warning">Paused</Badge>;
  if (live.how === 'polling')
    return (
      <Badge tone="info" title="The live feed sends nothing; polling instead">
        Polling every 2 s
      </Badge>
    );
  const title =
    live.how === 'feed'
      ? 'The server sends a sample about every second'
      : 'Sampled about every second without stopping the process';
  return (
    <Badge tone="success" title={title}>
      Live
    </Badge>
  );
}

interface LiveTotalsProps {
  readonly sample: ThreadSample;
  /** The owner of the threads. */
  readonly of: string;
}

export function LiveTotals({ sample, of }: LiveTotalsProps) {
  const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} %`);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{of}</dt>
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

interface ProcessGoneProps {
  readonly name: string;
  readonly sample: ThreadSample;
  readonly onLeave: () => void;
}

export function ProcessGone({ name, sample, onLeave }: ProcessGoneProps) {
  return (
    <div className={styles.gone} role="status">
      <CircleStop size={16} aria-hidden="true" />
      <span>
        <b>{name} exited.</b> Last known threads
        {sample.takenAt === null ? '' : `, ${formatDateTime(sample.takenAt)}`}.
      </span>
      <Button onClick={onLeave}>Show this engine</Button>
    </div>
  );
}
