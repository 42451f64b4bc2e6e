/** What would free space: from the reading at once, compression and archiving on request, because they read documents. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSession, type Database } from '../../app/registry/index.ts';
import { PortError } from '../../contract/index.ts';
import { Button, CopyButton, csvText, ErrorView, formatBytes, pluralize } from '../../ui/index.ts';
import { archivableBytes, dueBytes, estimateSavings, type CollectionSaving } from './estimate-savings.ts';
import { archivingText, dueText, savings } from './saving-texts.ts';
import type { SpaceReading } from './space-items.ts';
import styles from './storage.module.css';

export function SavingsPanel({
  database,
  connectionId,
  reading,
}: {
  readonly database: Database;
  readonly connectionId: string;
  readonly reading: SpaceReading;
}): ReactNode {
  const session = useSession();
  const { client } = database;
  const [current, setCurrent] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const estimate = useMutation({
    mutationFn: () => {
      const { signal } = (abort.current = new AbortController());
      return estimateSavings(client, reading, { signal, onCollection: setCurrent });
    },
    onSettled: () => setCurrent(undefined),
  });
  const cancelled = estimate.error instanceof PortError && estimate.error.code === 'cancelled';
  const open = (screen: string, section?: string) =>
    session.openScreen(screen, {
      connectionId,
      database: client.name,
      ...(section === undefined ? {} : { params: { section } }),
    });
  return (
    <section className={styles.section} aria-label="What would free space">
      <h3>What would free space</h3>
      <ul className={styles.savings}>
        {savings(reading).map(({ id, text, link }) => (
          <li key={id}>
            {text}{' '}
            <button type="button" className={styles.link} onClick={() => open(link.screen, link.section)}>
              {link.label}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button busy={estimate.isPending} onClick={() => estimate.mutate()}>
          Estimate compression and archiving
        </Button>
        {estimate.isPending && (
          <Button variant="ghost" onClick={() => abort.current?.abort()}>
            Cancel
          </Button>
        )}
        {estimate.data && (
          <CopyButton label="Copy as CSV" text={() => savingsCsv(estimate.data.collections)} />
        )}
      </div>
      <p className={styles.note} role="status">
        {estimate.isPending
          ? `Reading a sample${current === undefined ? '' : ` of ${current}`}…`
          : cancelled
            ? 'Cancelled.'
            : 'Reads up to 256 documents and 10,000 archive dates of each large collection; changes nothing.'}
      </p>
      {estimate.isError && !cancelled && (
        <ErrorView error={estimate.error} doing="Estimating the savings" compact />
      )}
      {estimate.data && <SavingsTable {...estimate.data} />}
    </section>
  );
}

function SavingsTable(props: {
  readonly collections: readonly CollectionSaving[];
  readonly left: number;
}): ReactNode {
  const total = dueText(props.collections);
  if (props.collections.length === 0) return <p className={styles.note}>No documents to measure.</p>;
  return (
    <>
      <table className={styles.table} aria-label="Estimated savings">
        <thead>
          <tr>
            <th scope="col">Collection</th>
            <th scope="col">Compression saves</th>
            <th scope="col">Archiving saves in indexes</th>
          </tr>
        </thead>
        <tbody>
          {props.collections.map((each) => (
            <tr key={each.name}>
              <th scope="row">{each.name}</th>
              <td>{compressionText(each)}</td>
              <td>{archivingText(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {props.left > 0 && (
        <p className={styles.note}>Not measured: {pluralize(props.left, 'smaller collection')}.</p>
      )}
      {total !== null && <p>{total}</p>}
      <p className={styles.note}>
        Archived documents stay in the data file. Indexes leave them out, unless they process archived
        documents.
      </p>
    </>
  );
}

function compressionText({ compressed, compression }: CollectionSaving): string {
  if (compressed) return 'already compressed';
  if (typeof compression?.now !== 'number' || compression.then === null) return '–';
  const saved = Math.max(0, compression.now - compression.then);
  const percent = compression.now === 0 ? 0 : Math.round((100 * saved) / compression.now);
  return `${formatBytes(saved)} of ${formatBytes(compression.now)} (${percent} %)`;
}

function savingsCsv(collections: readonly CollectionSaving[]): string {
  return csvText(
    [
      'Collection',
      'Documents',
      'Bytes now',
      'Bytes compressed (estimated)',
      'Index bytes per document',
      'Documents to archive',
      'Index bytes of these',
    ],
    collections.map((each) => [
      each.name,
      each.documents,
      each.compression?.now,
      each.compression?.then,
      archivableBytes(each),
      each.due?.due,
      dueBytes(each),
    ]),
  );
}
