/** The counts of an import; they add up. */
import type { ReactNode } from 'react';
import { formatCount } from '../../../../ui/index.ts';
import type { ImportCounts } from '../write/report.ts';
import view from './files.module.css';

export function CountList({ counts }: { readonly counts: ImportCounts }): ReactNode {
  const { read, written, skipped, rejected } = counts;
  return (
    <dl className={view.numbers} aria-label="Counts">
      <div>
        <dt>Items read</dt>
        <dd>{formatCount(read)}</dd>
      </div>
      <div>
        <dt>Written</dt>
        <dd>{formatCount(written)}</dd>
      </div>
      <div>
        <dt>Skipped</dt>
        <dd>{formatCount(skipped)}</dd>
      </div>
      <div>
        <dt>Rejected</dt>
        <dd data-rejected={rejected > 0 || undefined}>{formatCount(rejected)}</dd>
      </div>
    </dl>
  );
}
