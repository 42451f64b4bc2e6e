import type { ReactNode } from 'react';
import type { ViewWindow } from '../../../charts/timeline/index.ts';
import { formatCount, formatMs } from '../../../ui/index.ts';
import { TableHead } from '../table-head.tsx';
import { activityRows } from './activity-figures.ts';
import type { ServerActivity } from './server-activity.ts';
import styles from '../io.module.css';

const headings = ['Server activity', 'Count', 'Total time', 'p50', 'p99', 'Longest'];

/** The lanes of garbage collections, queries and requests as a table. */
export function ActivityTable(props: { activity: ServerActivity; range: ViewWindow }): ReactNode {
  const rows = activityRows(props.activity, props.range);
  if (rows.length === 0) return null;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Server activity</caption>
      <TableHead headings={headings} />
      <tbody>
        {rows.map(({ name, count, total, p50, p99, longest, note }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {note !== undefined && <span className={styles.muted}> ({note})</span>}
            </th>
            <td>{formatCount(count)}</td>
            {[total, p50, p99, longest].map((ms, place) => (
              <td key={headings[place + 2]}>{Number.isNaN(ms) ? '–' : formatMs(ms)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
