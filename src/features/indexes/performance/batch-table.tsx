/** All batches as a table: the same information as the timeline, for reading, copying and screen readers. */
import type { ReactNode } from 'react';
import { isRunning } from '../../../protocol/indexing-batches.ts';
import { SortedGrid, formatCount, formatDateTime, formatMs, type ValueColumn } from '../../../ui/index.ts';
import type { RecordedBatch } from './batch-model.ts';
import { stopReason, stopText } from './batch-reason.ts';

export function BatchTable(props: {
  /** Newest first. */
  readonly batches: readonly RecordedBatch[];
  readonly current: RecordedBatch | undefined;
  readonly utc: boolean;
  readonly onSelect: (batch: RecordedBatch) => void;
  /** Called on Enter or double click. */
  readonly onOpen: (batch: RecordedBatch) => void;
}): ReactNode {
  const { batches, current } = props;
  const at = current === undefined ? -1 : batches.indexOf(current);
  const pick = (action: (batch: RecordedBatch) => void) => (place: number) => {
    const batch = batches[place];
    if (batch) action(batch);
  };
  return (
    <SortedGrid
      label="Indexing batches"
      columns={columns(props.utc)}
      rowCount={batches.length}
      row={(place) => batches[place]}
      selected={at < 0 ? null : at}
      onSelect={pick(props.onSelect)}
      onOpen={pick(props.onOpen)}
    />
  );
}

function columns(utc: boolean): readonly ValueColumn<RecordedBatch>[] {
  return [
    { id: 'index', title: 'Index', width: 220, value: ({ index }) => index, render: ({ index }) => index },
    {
      id: 'batch',
      title: 'Batch',
      width: 64,
      align: 'end',
      value: ({ batch }) => batch.Id,
      render: ({ batch }) => String(batch.Id),
    },
    {
      id: 'started',
      title: 'Started',
      width: 176,
      value: ({ batch }) => batch.Started,
      render: ({ batch }) => formatDateTime(batch.Started, { utc }),
    },
    {
      id: 'duration',
      title: 'Duration',
      width: 88,
      align: 'end',
      value: ({ batch }) => batch.DurationInMs,
      render: ({ batch }) =>
        isRunning(batch) ? `${formatMs(batch.DurationInMs)}…` : formatMs(batch.DurationInMs),
    },
    count('in', 'Documents in', ({ batch }) => batch.InputCount),
    count('out', 'Entries out', ({ batch }) => batch.OutputCount),
    count('failed', 'Failed', ({ batch }) => batch.FailedCount),
    count('deletions', 'Deletions', ({ batch }) => batch.TombstoneDeleteSuccesses),
    {
      id: 'reason',
      title: 'Why it stopped',
      width: 560,
      render: ({ batch }) => {
        const text = stopText(stopReason(batch));
        return <span title={text}>{text}</span>;
      },
    },
  ];
}

function count(
  id: string,
  title: string,
  value: (row: RecordedBatch) => number | null | undefined,
): ValueColumn<RecordedBatch> {
  return {
    ...{ id, title, width: 100 },
    align: 'end',
    render: (row) => {
      const found = value(row) ?? null;
      return found === null ? '–' : formatCount(found);
    },
  };
}
