/** The rows of a table in the visible time, and the selected one with its whole texts. */
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { RecordingOrder, RecordingTable } from '../../../contract/index.ts';
import type { OpenRecording } from '../../../protocol/recordings.ts';
import { CopyButton, DataGrid, ErrorView, type GridSort } from '../../../ui/index.ts';
import styles from '../recordings.module.css';
import { PagedRows } from './paged-rows.ts';
import { columnsFor, detailsOf, hasDuration } from './row-columns.tsx';

interface RowGridProps {
  readonly recording: OpenRecording;
  readonly table: RecordingTable;
  readonly title: string;
  /** µs since 1970. */
  readonly from: number;
  readonly to: number;
  readonly utc: boolean;
  readonly onMoment: (us: number) => void;
}

function orderOf({ column, descending }: GridSort): RecordingOrder {
  if (column === 'time') return descending ? 'newest' : 'oldest';
  return descending ? 'longest' : 'shortest';
}

export function RowGrid({ recording, table, title, from, to, utc, onMoment }: RowGridProps): ReactNode {
  const [sort, setSort] = useState<GridSort>(
    hasDuration(table) ? { column: 'duration_us', descending: true } : { column: 'time', descending: false },
  );
  const [selected, setSelected] = useState<number | null>(null);
  const order = orderOf(sort);
  const rows = useMemo(
    () => new PagedRows(recording, { table, from, to, order }),
    [recording, table, from, to, order],
  );
  useEffect(() => {
    rows.show(0, 0);
    return () => rows.stop();
  }, [rows]);
  // Other rows have other places.
  const [shownRows, setShownRows] = useState(rows);
  if (shownRows !== rows) {
    setShownRows(rows);
    setSelected(null);
  }
  const { total, error } = useSyncExternalStore(rows.subscribe, rows.current);
  const columns = useMemo(() => columnsFor(table, utc), [table, utc]);
  const row = selected === null ? undefined : rows.row(selected);
  if (error !== null)
    return <ErrorView error={error} doing={`Reading ${title.toLowerCase()}`} onRetry={() => rows.retry()} />;
  return (
    <div className={styles.rows}>
      <div className={styles.grid}>
        <DataGrid
          label={title}
          columns={columns}
          rowCount={total ?? 0}
          row={rows.row}
          onVisibleRange={rows.show}
          selected={selected}
          onSelect={(index) => {
            setSelected(index);
            const time = rows.row(index)?.time;
            if (typeof time === 'number') onMoment(time);
          }}
          sort={sort}
          onSort={(column) =>
            setSort({ column, descending: sort.column === column ? !sort.descending : column !== 'time' })
          }
          busy={total === null}
          empty={
            total === 0 ? <p className={styles.note}>No rows in the visible time.</p> : <span>Loading…</span>
          }
        />
      </div>
      {row !== undefined && (
        <section className={styles.details} aria-label="Selected row">
          <CopyButton
            label="Copy row"
            text={() =>
              detailsOf(table, row, utc)
                .map((each) => `${each.title}: ${each.text}`)
                .join('\n')
            }
          />
          <dl tabIndex={0}>
            {detailsOf(table, row, utc).map((each) => (
              <div key={each.title}>
                <dt>{each.title}</dt>
                <dd>{each.text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
