/** What compression would save, measured on a sample of the documents. On request, because it reads documents. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { Database } from '../../app/registry/index.ts';
import { PortError } from '../../contract/index.ts';
import type { DocumentsCompression } from '../../protocol/configuration.ts';
import {
  estimateCompression,
  getCollectionSizes,
  type CompressionEstimate,
} from '../../protocol/compression-estimate.ts';
import { Button, CopyButton, ErrorView, formatBytes, formatCount, pluralize } from '../../ui/index.ts';
import styles from './compression-effect.module.css';
import {
  collectionsToEstimate,
  estimateCsv,
  estimateTotal,
  MAX_ESTIMATED_COLLECTIONS,
  writeCost,
} from './estimate-text.ts';
import { formatRatio } from './ratio-text.ts';

export interface CompressionEstimatePanelProps {
  readonly database: Database;
  readonly before: DocumentsCompression;
  readonly now: DocumentsCompression;
}

interface Estimated {
  readonly estimates: readonly CompressionEstimate[];
  /** Smaller collections that were not read. */
  readonly left: number;
}

export function CompressionEstimatePanel({ database, before, now }: CompressionEstimatePanelProps) {
  const heading = useId();
  const { client } = database;
  const [reading, setReading] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const estimate = useMutation({
    mutationFn: async (): Promise<Estimated> => {
      const { signal } = (abort.current = new AbortController());
      const all = collectionsToEstimate(before, now, await getCollectionSizes(client, { signal }));
      const estimates: CompressionEstimate[] = [];
      for (const each of all.slice(0, MAX_ESTIMATED_COLLECTIONS)) {
        setReading(each.name);
        const found = await estimateCompression(client, each, { signal });
        if (found !== null) estimates.push(found);
      }
      return { estimates, left: Math.max(0, all.length - MAX_ESTIMATED_COLLECTIONS) };
    },
    onSettled: () => setReading(undefined),
  });
  const cancelled = estimate.error instanceof PortError && estimate.error.code === 'cancelled';

  return (
    <section className={styles.effect} aria-labelledby={heading}>
      <h3 id={heading}>Estimated savings</h3>
      <div className={styles.action}>
        <Button busy={estimate.isPending} onClick={() => estimate.mutate()}>
          Estimate savings
        </Button>
        {estimate.isPending && (
          <Button variant="ghost" onClick={() => abort.current?.abort()}>
            Cancel
          </Button>
        )}
        <p className={styles.note} role="status">
          {estimate.isPending
            ? `Reading a sample${reading === undefined ? '' : ` of ${reading}`}…`
            : cancelled
              ? 'Cancelled.'
              : 'Reads up to 256 documents of each collection; changes nothing.'}
        </p>
      </div>
      {estimate.isError && !cancelled && (
        <ErrorView error={estimate.error} doing="Estimating the savings" compact />
      )}
      {estimate.isSuccess &&
        (estimate.data.estimates.length === 0 ? (
          <p className={styles.note}>
            No documents to estimate: every selected collection is empty or compressed already.
          </p>
        ) : (
          <EstimateTable {...estimate.data} />
        ))}
    </section>
  );
}

function EstimateTable({ estimates, left }: Estimated) {
  const total = estimates.length > 1 ? estimateTotal(estimates) : undefined;
  const small = estimates.filter(({ withDictionary }) => !withDictionary);
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label="Estimated savings by collection">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Collection</th>
              <th scope="col" className={styles.number}>
                Documents
              </th>
              <th scope="col" className={styles.number}>
                Size now
              </th>
              <th scope="col" className={styles.number}>
                Estimated size
              </th>
              <th scope="col" className={styles.number}>
                Compression ratio
              </th>
              <th scope="col" className={styles.number}>
                CPU per write
              </th>
            </tr>
          </thead>
          <tbody>
            {estimates.map((each) => (
              <tr key={each.name}>
                <th scope="row" title={`${each.name}: ${pluralize(each.sampled, 'document')} sampled`}>
                  {each.name}
                </th>
                <td className={styles.number}>{formatCount(each.documents)}</td>
                <Bytes count={each.now} />
                <Bytes count={each.then} />
                <td className={styles.number}>{formatRatio(each.ratio, 1)}</td>
                <td
                  className={styles.number}
                  title={
                    each.microsecondsPerWrite === null
                      ? 'Not measured: too little data, or this program has no zstd'
                      : undefined
                  }
                >
                  {writeCost(each.microsecondsPerWrite)}
                </td>
              </tr>
            ))}
          </tbody>
          {total !== undefined && (
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <td className={styles.number}>{formatCount(total.documents)}</td>
                <Bytes count={total.now} />
                <Bytes count={total.then} />
                <td colSpan={2} />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <p className={styles.note}>
        An estimate: three of four sampled documents serve as a dictionary, and the fourth is compressed with
        it in this program. The server trains its own dictionary and stores documents in its own format, so
        its result differs. The size now is what the server reports, with space that it reserves. Ids and
        server metadata do not shrink; revisions are not included. CPU is the zstd time on this computer.
      </p>
      {small.length > 0 && (
        <p className={styles.note}>
          Too few documents for a dictionary: {small.map(({ name }) => name).join(', ')}. Compression improves
          when there are more.
        </p>
      )}
      {left > 0 && (
        <p className={styles.note}>
          {pluralize(left, 'smaller collection')} not estimated. Select them above to estimate them.
        </p>
      )}
      <div>
        <CopyButton label="Copy as CSV" text={() => estimateCsv(estimates)} />
      </div>
    </>
  );
}

function Bytes({ count }: { readonly count: number | null }) {
  return (
    <td className={styles.number} title={count === null ? undefined : pluralize(count, 'byte')}>
      {count === null ? '–' : formatBytes(count)}
    </td>
  );
}
