/** Compression results per collection. Hidden for a server that does not report them. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Database } from '../../app/registry/index.ts';
import { ServerError } from '../../protocol/server-error.ts';
import {
  getCompressionStats,
  type CollectionCompression,
  type CompressionDictionary,
} from '../../protocol/compression.ts';
import { ErrorView, formatAgo, formatBytes, formatCount, formatDateTime, pluralize } from '../../ui/index.ts';
import styles from './compression-effect.module.css';
import { pendingText, formatRatio, totalsOf } from './ratio-text.ts';

/** Dictionaries are trained in the background shortly after writes. */
const REFRESH_MS = 10_000;

export function CompressionResults({ database }: { readonly database: Database }) {
  const heading = useId();
  const effect = useQuery({
    queryKey: [...database.key, 'settings', 'compression', 'effect'],
    queryFn: ({ signal }) => getCompressionStats(database.client, { signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  // Hidden for a server without this endpoint.
  if (effect.isPending || effect.data === null || isUnknown(effect.error)) return null;
  return (
    <section className={styles.effect} aria-labelledby={heading}>
      <h3 id={heading}>Compression results</h3>
      {effect.data === undefined ? (
        <ErrorView
          error={effect.error}
          doing="Loading compression results"
          onRetry={() => void effect.refetch()}
          compact
        />
      ) : effect.data.collections.length === 0 ? (
        <p className={styles.note}>
          No compressed documents yet. When compression is on, this shows the compressed documents and their
          sizes.
        </p>
      ) : (
        <ResultsTable collections={effect.data.collections} />
      )}
      {effect.data?.trainingFailure !== undefined && (
        <p className={styles.failure} role="status">
          The last dictionary could not be trained. The previous one stays in use:{' '}
          {effect.data.trainingFailure}
        </p>
      )}
    </section>
  );
}

function isUnknown(error: unknown): boolean {
  return error instanceof ServerError && (error.status === 404 || error.status === 400);
}

function ResultsTable({ collections }: { readonly collections: readonly CollectionCompression[] }) {
  const total = totalsOf(collections);
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Compression by collection">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Collection</th>
            <th scope="col" className={styles.number}>
              Compressed
            </th>
            <th scope="col" className={styles.number}>
              Before
            </th>
            <th scope="col" className={styles.number}>
              After
            </th>
            <th scope="col">Compression ratio</th>
            <th scope="col">Dictionary</th>
          </tr>
        </thead>
        <tbody>
          {collections.map((each) => (
            <ResultsRow key={each.name} of={each} />
          ))}
        </tbody>
        {collections.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <Counts {...total} />
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function ResultsRow({ of }: { readonly of: CollectionCompression }) {
  const remainder = pendingText(of);
  return (
    <tr>
      <th scope="row">
        {of.name}
        {remainder !== undefined && <span className={styles.remainder}>{remainder}</span>}
      </th>
      <Counts {...of} />
      <td>
        {of.dictionary ? <Dictionary {...of.dictionary} /> : <span className={styles.none}>none yet</span>}
      </td>
    </tr>
  );
}

interface CountsProps {
  readonly documents: number;
  readonly compressed: number;
  readonly before: number;
  readonly after: number;
}

function Counts({ documents, compressed, before, after }: CountsProps) {
  const share = before > 0 ? after / before : undefined;
  return (
    <>
      <td className={styles.number}>
        {formatCount(compressed)}
        <span className={styles.of}> of {formatCount(documents)}</span>
      </td>
      <td className={styles.number} title={pluralize(before, 'byte')}>
        {compressed === 0 ? '–' : formatBytes(before)}
      </td>
      <td className={styles.number} title={pluralize(after, 'byte')}>
        {compressed === 0 ? '–' : formatBytes(after)}
      </td>
      <td>
        {share === undefined ? (
          '–'
        ) : (
          <span className={styles.share}>
            <span className={styles.percent}>{formatRatio(after, before)}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ inlineSize: `${Math.min(100, share * 100)}%` }} />
            </span>
          </span>
        )}
      </td>
    </>
  );
}

function Dictionary({ id, createdAt, samples, bytes, ratioWhenAdopted }: CompressionDictionary) {
  return (
    <span
      title={`Trained ${formatDateTime(createdAt)} (${formatDateTime(createdAt, { utc: true })}) on ${pluralize(samples, 'document')}; dictionary size ${formatBytes(bytes)}. Ratio on other documents: ${formatRatio(ratioWhenAdopted, 1)}.`}
    >
      {formatNumbered(id)}
      <span className={styles.of}>, {formatAgo(createdAt)}</span>
    </span>
  );
}

const formatNumbered = (id: number): string => `no. ${formatCount(id)}`;
