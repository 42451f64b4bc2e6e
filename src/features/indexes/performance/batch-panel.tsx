/** One batch: why it stopped, its counts, and the tree of its steps. */
import { ChartGantt, ChevronDown, ChevronRight, ZoomIn } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { isRunning } from '../../../protocol/indexing-batches.ts';
import {
  Badge,
  CopyButton,
  DataGrid,
  EmptyState,
  formatBytes,
  formatCount,
  formatDateTime,
  formatMs,
  IconButton,
  Switch,
  type GridColumn,
} from '../../../ui/index.ts';
import styles from '../indexes.module.css';
import type { RecordedBatch } from './batch-model.ts';
import { stopReason, stopText, workSentences } from './batch-reason.ts';
import batchStyles from './performance.module.css';
import { stepRows, type StepRow } from './step-rows.ts';

export function BatchPanel(props: {
  readonly batch: RecordedBatch | undefined;
  readonly utc: boolean;
  /** Shows only this batch in the timeline. */
  readonly onZoom: (batch: RecordedBatch) => void;
  readonly withIdle: boolean;
  readonly onWithIdle: (withIdle: boolean) => void;
}): ReactNode {
  const { batch: chosen, utc, withIdle } = props;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  if (chosen === undefined)
    return (
      <EmptyState
        icon={ChartGantt}
        title="No batch selected"
        text="Select a batch in the timeline or under All batches to see its steps and why it stopped."
      />
    );
  const { batch, index } = chosen;
  const rows = batch.Details ? stepRows(batch.Details, { folded, withIdle }) : [];
  const fold = ({ path, hasInner }: StepRow): void => {
    if (!hasInner) return;
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  return (
    <div className={batchStyles.batch}>
      <section className={batchStyles.facts} aria-label="Batch" tabIndex={0}>
        <div className={styles.detailsHead}>
          <h3>
            Batch {batch.Id} of {index}
          </h3>
          {isRunning(batch) && <Badge tone="info">Running</Badge>}
          {(batch.FailedCount ?? 0) > 0 && <Badge tone="danger">With failures</Badge>}
          <IconButton label="Zoom to this batch" icon={ZoomIn} onClick={() => props.onZoom(chosen)} />
          <CopyButton label="Copy batch as JSON" text={() => JSON.stringify(batch, null, 2)} iconOnly />
        </div>
        <p className={batchStyles.reason}>{stopText(stopReason(batch))}</p>
        {workSentences(batch).map((sentence) => (
          <p key={sentence} className={styles.note}>
            {sentence}
          </p>
        ))}
        <Facts chosen={chosen} utc={utc} />
      </section>
      <div className={batchStyles.steps}>
        <div className={styles.panelBar}>
          <span className={styles.quiet}>Time per step; inner steps are parts of the step above them</span>
          <span className={styles.space} />
          <Switch label="Steps without time" checked={withIdle} onChange={props.onWithIdle} />
        </div>
        <div className={styles.panelBody}>
          <DataGrid
            label="Steps of the batch"
            columns={columns(fold)}
            rowCount={rows.length}
            row={(place) => rows[place]}
            onOpen={(place) => {
              const row = rows[place];
              if (row) fold(row);
            }}
            empty={
              <EmptyState
                icon={ChartGantt}
                title="No steps reported"
                text="The server reports no steps of this batch."
              />
            }
          />
        </div>
      </div>
    </div>
  );
}

function Facts({ chosen, utc }: { readonly chosen: RecordedBatch; readonly utc: boolean }): ReactNode {
  const { batch } = chosen;
  const count = (value: number | null | undefined): string => formatCount(value ?? NaN);
  const bytes = (size: { readonly SizeInBytes: number } | null | undefined): string =>
    size ? formatBytes(size.SizeInBytes) : '–';
  const rows: readonly (readonly [string, string])[] = [
    ['Started', formatDateTime(batch.Started, { utc })],
    ['Duration', formatMs(batch.DurationInMs)],
    ['Documents in', count(batch.InputCount)],
    ['Succeeded', count(batch.SuccessCount)],
    ['Failed', count(batch.FailedCount)],
    ['Entries out', count(batch.OutputCount)],
    ['Size of documents', bytes(batch.DocumentsSize)],
    ['Managed memory allocated', bytes(batch.AllocatedManagedBytes)],
    ['Unmanaged memory allocated', bytes(batch.AllocatedUnmanagedBytes)],
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function columns(onFold: (row: StepRow) => void): readonly GridColumn<StepRow>[] {
  return [
    { id: 'step', title: 'Step', width: 300, render: (row) => <StepName row={row} onFold={onFold} /> },
    { id: 'time', title: 'Time', width: 84, align: 'end', render: ({ ms }) => formatMs(ms) },
    { id: 'self', title: 'Self', width: 84, align: 'end', render: ({ selfMs }) => formatMs(selfMs) },
    {
      id: 'share',
      title: 'Share',
      width: 148,
      render: ({ share }) => (
        <span className={batchStyles.share}>
          <span className={batchStyles.bar} style={{ width: `${share * 60}px` }} />
          {(share * 100).toFixed(1)} %
        </span>
      ),
    },
    {
      id: 'details',
      title: 'Details',
      width: 420,
      render: ({ details }) => <span title={details}>{details}</span>,
    },
  ];
}

function StepName({ row, onFold }: { readonly row: StepRow; readonly onFold: (row: StepRow) => void }) {
  const Chevron = row.folded ? ChevronRight : ChevronDown;
  const style = { paddingInlineStart: row.depth * 14 };
  if (!row.hasInner)
    return (
      <span className={batchStyles.leaf} style={style}>
        {row.name}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.group}
      style={style}
      aria-expanded={!row.folded}
      onClick={() => onFold(row)}
    >
      <Chevron size={14} aria-hidden="true" />
      {row.name}
    </button>
  );
}
