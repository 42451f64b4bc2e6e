/** The counts of each kind of items. */
import type { ReactNode } from 'react';
import type { DumpCounts } from '../../../protocol/dump-report.ts';
import { formatBytes, formatCount } from '../../../ui/index.ts';
import styles from '../transfer.module.css';

export function CountsTable({ counts }: { readonly counts: readonly DumpCounts[] }): ReactNode {
  return (
    <table className={styles.counts} aria-label="Counts by kind">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Read</th>
          <th scope="col">Skipped</th>
          <th scope="col">Rejected</th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ name, read, skipped, errors, bytes }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatCount(read)}</td>
            <td>{formatCount(skipped)}</td>
            <td data-rejected={errors > 0 || undefined}>{formatCount(errors)}</td>
            <td>{bytes > 0 ? formatBytes(bytes) : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
