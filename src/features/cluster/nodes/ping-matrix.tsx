import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, formatMs, readError } from '../../../ui/index.ts';
import styles from '../cluster.module.css';
import type { PingRow, Pings } from './use-pings.ts';

export function PingMatrix({ pings }: { readonly pings: Pings }): ReactNode {
  const { rows, isMeasuring, measure } = pings;
  const withoutConnection = rows.filter(({ connection }) => connection === null);
  return (
    <section className={styles.part} aria-label="Ping">
      <header className={styles.partHead}>
        <h3>Ping</h3>
        <span className={styles.note}>
          HTTP and TCP time from the node of the row to the node of the column.
        </span>
        <Button icon={<Activity />} onClick={measure} disabled={isMeasuring}>
          {isMeasuring ? 'Pinging…' : 'Ping nodes'}
        </Button>
      </header>
      <div className={styles.scroll}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">From</th>
              {rows.map(({ node }) => (
                <th key={node.tag} scope="col">
                  to {node.tag}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.node.tag}>
                <th scope="row">{row.node.tag}</th>
                {rows.map(({ node }) => (
                  <PingCell key={node.tag} row={row} to={node.tag} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {withoutConnection.length > 0 && (
        <p className={styles.note}>
          A node measures only its own row. Add connections to{' '}
          {withoutConnection.map(({ node }) => `${node.tag} (${node.url})`).join(', ')} to measure theirs.
        </p>
      )}
    </section>
  );
}

function PingCell({ row, to }: { readonly row: PingRow; readonly to: string }): ReactNode {
  const ping = row.pings?.get(to);
  if (row.connection === null) return <td title="Needs a connection to this node">–</td>;
  if (row.error !== null) return <td data-failed>{readError(row.error).message}</td>;
  if (ping === undefined) return <td>{row.pings === undefined ? 'Not measured' : 'Not reported'}</td>;
  if (ping.error !== null) return <td data-failed>{ping.error}</td>;
  return (
    <td>
      {ping.httpMs === null ? '–' : formatMs(ping.httpMs)} HTTP,{' '}
      {ping.tcpMs === null ? '–' : formatMs(ping.tcpMs)} TCP
    </td>
  );
}
