/** Time series of the document: names with counts and ranges; one opens with its entries. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getTimeSeries, type TimeSeries } from '../../../protocol/time-series.ts';
import {
  Badge,
  Button,
  ErrorView,
  formatCount,
  formatDateTime,
  pluralize,
  SkeletonRows,
} from '../../../ui/index.ts';
import styles from '../attachments/attachments.module.css';
import { EntryDialog } from './entry-dialog.tsx';
import { SeriesDialog } from './series-dialog.tsx';

export interface TimeSeriesPanelProps {
  readonly database: Database;
  readonly id: string;
  /** The latest known version: a new one triggers a reload. */
  readonly version: string;
  /** A series that is added or emptied makes a new version of the document. */
  readonly onChanged: () => Promise<void>;
}

export function TimeSeriesPanel({ database, id, version, onChanged }: TimeSeriesPanelProps) {
  const heading = useId();
  const [open, setOpen] = useState<TimeSeries>();
  const [adding, setAdding] = useState(false);
  const { client, writeRefusal } = database;
  const query = useQuery({
    queryKey: [...database.key, 'time-series', id, version],
    queryFn: ({ signal }) => getTimeSeries(client, id, { signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  const series = query.data;
  const changed = async () => {
    await Promise.all([query.refetch(), onChanged()]);
  };
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header className={styles.head}>
        <h3 id={heading}>Time series</h3>
        {series !== undefined && series.length > 0 && <Badge>{formatCount(series.length)}</Badge>}
        <Button icon={<Plus />} disabledReason={writeRefusal} onClick={() => setAdding(true)}>
          Add series…
        </Button>
      </header>
      {series === undefined ? (
        query.error === null ? (
          <SkeletonRows rows={1} label="Loading time series" />
        ) : (
          <ErrorView
            error={query.error}
            doing="Loading time series"
            onRetry={() => void query.refetch()}
            compact
          />
        )
      ) : series.length === 0 ? (
        <p className={styles.note}>Numbers over time, such as measurements.</p>
      ) : (
        <ul className={styles.list}>
          {series.map((each) => (
            <li key={each.name} className={styles.row}>
              <div className={styles.text}>
                <span className={styles.name} title={each.name}>
                  {each.name}
                </span>
                <span className={styles.facts} title={`${each.start} to ${each.end}`}>
                  {pluralize(each.entries, 'entry', 'entries')} · {formatDateTime(each.start)} to{' '}
                  {formatDateTime(each.end)}
                </span>
              </div>
              <Button onClick={() => setOpen(each)} aria-label={`Show ${each.name}`}>
                Show
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <SeriesDialog
          database={database}
          id={id}
          series={series?.find(({ name }) => name === open.name) ?? open}
          onChanged={changed}
          onClose={() => setOpen(undefined)}
        />
      )}
      {adding && (
        <EntryDialog
          client={client}
          id={id}
          series={undefined}
          entry={undefined}
          onDone={changed}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}
