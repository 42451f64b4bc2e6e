/** The storage of one index: its files, what fills them, and the growth since the screen was opened. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getIndexStorage, type EnvironmentStorage } from '../../../protocol/environment-storage.ts';
import type { StoragePart } from '../../../protocol/storage-parts.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import {
  CopyButton,
  ErrorView,
  formatBytes,
  formatCount,
  formatDateTime,
  SkeletonRows,
} from '../../../ui/index.ts';
import styles from '../indexes.module.css';
import { growthText, type IndexGrowth } from './growth.ts';
import { listedParts, storageJson, storageRows, type StorageRow } from './storage-rows.ts';

const STORAGE_MS = 10_000;

interface StorageSectionProps {
  readonly database: Database;
  readonly index: IndexStats;
  readonly growth: IndexGrowth;
}

const timeOf = (at: number): string => formatDateTime(at).slice('2026-01-01 '.length);

export function StorageSection({ database, index, growth }: StorageSectionProps): ReactNode {
  const { client, key } = database;
  const { name } = index;
  const storage = useQuery({
    queryKey: [...key, 'indexes', 'storage', name],
    queryFn: ({ signal }) => getIndexStorage(client, name, { signal }),
    // A server without the report has none later either.
    refetchInterval: ({ state }) => (state.data === null ? false : STORAGE_MS),
    structuralSharing: false,
  });
  const entries: StorageRow = {
    label: 'Entries',
    value: index.entries === null ? '–' : formatCount(index.entries),
    note: growthText(growth.entries.get(name), index.entries, formatCount, timeOf),
  };
  return (
    <section className={styles.storage} aria-label="Storage">
      <div className={styles.detailsHead}>
        <h4>Storage</h4>
        {storage.data && (
          <CopyButton
            label="Copy storage report"
            text={() => (storage.data ? storageJson(name, storage.data) : '')}
            iconOnly
          />
        )}
      </div>
      {storage.isError && (
        <ErrorView
          error={storage.error}
          doing={`Loading the storage of ${name}`}
          onRetry={() => void storage.refetch()}
          compact
        />
      )}
      {storage.data === undefined ? (
        !storage.isError && <SkeletonRows rows={2} label="Loading the storage" />
      ) : storage.data === null ? (
        <>
          <Rows rows={[entries]} />
          <p className={styles.note}>This server does not report what fills the files of an index.</p>
        </>
      ) : (
        <Report storage={storage.data} entries={entries} name={name} growth={growth} />
      )}
    </section>
  );
}

function Report(props: {
  readonly storage: EnvironmentStorage;
  readonly entries: StorageRow;
  readonly name: string;
  readonly growth: IndexGrowth;
}): ReactNode {
  const { storage, name, growth } = props;
  const first = { total: growth.total.get(name), used: growth.used.get(name) };
  return (
    <>
      <Rows rows={[...storageRows(storage, first, timeOf), props.entries]} />
      <Parts parts={listedParts(storage.parts)} whole={storage.data ?? 0} />
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly StorageRow[] }): ReactNode {
  return (
    <dl className={styles.facts}>
      {rows.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note !== null && <span className={styles.factNote}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Parts(props: { readonly parts: readonly StoragePart[]; readonly whole: number }): ReactNode {
  if (props.parts.length === 0) return null;
  return (
    <table className={styles.parts} aria-label="Largest parts of the data file">
      <thead>
        <tr>
          <th scope="col">Part of the data file</th>
          <th scope="col">Structure</th>
          <th scope="col">Items</th>
          <th scope="col">Allocated</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {props.parts.map(({ name, type, bytes, entries }, place) => (
          <tr key={`${place} ${name}`}>
            <td>{name}</td>
            <td>{type}</td>
            <td>{entries === null ? '–' : formatCount(entries)}</td>
            <td title={`${formatCount(bytes)} B`}>{formatBytes(bytes)}</td>
            <td>{props.whole > 0 ? `${((100 * bytes) / props.whole).toFixed(1)} %` : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
