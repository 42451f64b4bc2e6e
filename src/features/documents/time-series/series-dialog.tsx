/** One time series: a page of its entries as a chart and as a table, and changes of single entries. */
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { Sparkline } from '../../../charts/sparkline/index.ts';
import {
  deleteTimeSeriesEntries,
  getTimeSeriesEntries,
  isRollup,
  type TimeSeries,
  type TimeSeriesEntry,
} from '../../../protocol/time-series.ts';
import {
  Button,
  ConfirmDialog,
  CopyButton,
  csvText,
  Dialog,
  ErrorView,
  formatCount,
  pluralize,
  IconButton,
  SkeletonRows,
} from '../../../ui/index.ts';
import styles from '../attachments/attachments.module.css';
import { EntryDialog } from './entry-dialog.tsx';
import { valuesText } from './entry-text.ts';

const PAGE = 100;
const nothing = (): void => undefined;

export interface SeriesDialogProps {
  readonly database: Database;
  readonly id: string;
  readonly series: TimeSeries;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

export function SeriesDialog({ database, id, series, onChanged, onClose }: SeriesDialogProps) {
  const { client } = database;
  const { name } = series;
  const [start, setStart] = useState(0);
  const [edited, setEdited] = useState<{ readonly entry: TimeSeriesEntry | undefined }>();
  const [deleted, setDeleted] = useState<TimeSeriesEntry>();
  const page = useQuery({
    queryKey: [...database.key, 'time-series-entries', id, name, start, series.entries],
    queryFn: ({ signal }) => getTimeSeriesEntries(client, id, name, { start, size: PAGE }, { signal }),
    // The same count may come back with other entries.
    gcTime: 0,
    retry: false,
  });
  const entries = page.data ?? [];
  const refusal =
    database.writeRefusal ?? (isRollup(name) ? 'The server writes rolled-up series itself.' : undefined);
  const changed = async () => {
    await Promise.all([page.refetch(), onChanged()]);
  };
  const remove = async () => {
    if (deleted === undefined) return;
    await deleteTimeSeriesEntries(client, id, name, deleted.time, deleted.time);
    await changed();
  };
  return (
    <Dialog
      open
      width="wide"
      title={name}
      onClose={onClose}
      footer={
        <>
          <Button icon={<Plus />} disabledReason={refusal} onClick={() => setEdited({ entry: undefined })}>
            Add entry…
          </Button>
          <CopyButton label="Copy page as CSV" text={() => entriesCsv(entries)} />
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {page.isError ? (
        <ErrorView error={page.error} doing={`Loading ${name}`} onRetry={() => void page.refetch()} compact />
      ) : page.isPending ? (
        <SkeletonRows rows={6} label="Loading entries" />
      ) : entries.length === 0 ? (
        <p className={styles.note}>No entries here.</p>
      ) : (
        <>
          <EntriesChart entries={entries} />
          <ul className={styles.list} aria-label="Entries">
            {entries.map((entry) => (
              <li key={`${entry.time}\n${entry.tag ?? ''}`} className={styles.row}>
                <div className={styles.text}>
                  <span className={styles.name}>{valuesText(entry.values, isRollup(name))}</span>
                  <span className={styles.facts}>
                    {entry.time}
                    {entry.tag !== null && ` · ${entry.tag}`}
                  </span>
                </div>
                <IconButton
                  label={`Change ${entry.time}…`}
                  icon={<Pencil />}
                  disabledReason={refusal}
                  onClick={() => setEdited({ entry })}
                />
                <IconButton
                  label={`Delete ${entry.time}…`}
                  icon={<Trash2 />}
                  disabledReason={refusal}
                  onClick={() => setDeleted(entry)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.note}>
        <IconButton
          label="Earlier entries"
          icon={<ChevronLeft />}
          disabled={start === 0}
          onClick={() => setStart(Math.max(0, start - PAGE))}
        />{' '}
        {formatCount(Math.min(start + 1, series.entries))} to{' '}
        {formatCount(Math.min(start + PAGE, series.entries))} of {formatCount(series.entries)}{' '}
        <IconButton
          label="Later entries"
          icon={<ChevronRight />}
          disabled={start + PAGE >= series.entries}
          onClick={() => setStart(start + PAGE)}
        />
      </p>
      <ConfirmDialog
        open={deleted !== undefined}
        danger
        title="Delete entry?"
        confirmLabel="Delete"
        onConfirm={remove}
        onClose={() => setDeleted(undefined)}
      >
        The entry of {deleted?.time} will be deleted immediately. This cannot be undone.
      </ConfirmDialog>
      {edited && (
        <EntryDialog
          client={client}
          id={id}
          series={name}
          entry={edited.entry}
          onDone={changed}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Dialog>
  );
}

/** The first value of each entry of the page. */
function EntriesChart({ entries }: { readonly entries: readonly TimeSeriesEntry[] }) {
  const points = entries.map(({ time, values }) => [Date.parse(time), values[0] ?? 0] as const);
  const first = points[0]?.[0] ?? 0;
  const last = points.at(-1)?.[0] ?? 0;
  if (last <= first) return null;
  const numbers = points.map(([, value]) => value);
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  return (
    <Sparkline
      label={`First value of ${pluralize(entries.length, 'entry', 'entries')}, from ${low} to ${high}`}
      columns={{ times: Float64Array.from(points, ([at]) => at), values: Float64Array.from(numbers) }}
      from={first}
      to={last}
      low={low}
      high={high > low ? high : low + 1}
      gapMs={Number.POSITIVE_INFINITY}
      marks={[]}
      crosshair={null}
      onHover={nothing}
      onPick={nothing}
    />
  );
}

function entriesCsv(entries: readonly TimeSeriesEntry[]): string {
  return csvText(
    ['time', 'tag', 'values'],
    entries.map(({ time, tag, values }) => [time, tag, values.join(';')]),
  );
}
