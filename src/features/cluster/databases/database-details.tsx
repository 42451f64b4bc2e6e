/** One database on each of its nodes, with the entries of its indexes. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, Button, CopyButton, formatCount, IconButton, readError } from '../../../ui/index.ts';
import styles from '../cluster.module.css';
import { mapsAsObjects } from '../export/cluster-file.ts';
import { isLagging, type DatabaseCell, type DatabaseRow } from './database-rows.ts';
import { IndexMatrix } from './index-matrix.tsx';
import { lagText, stateTexts } from './state-text.ts';
import type { CheckedEntries } from './use-entry-check.ts';

const value = (count: number | null): string => (count === null ? '–' : formatCount(count));

export function DatabaseDetails(props: {
  readonly row: DatabaseRow;
  readonly entries: CheckedEntries | undefined;
  readonly now: number;
  /** Undefined for another node's database: other screens show the connected node. */
  readonly onOpenIndexes: (() => void) | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { row, entries, now, onOpenIndexes, onClose } = props;
  const facts: readonly (readonly [name: string, text: (cell: DatabaseCell) => string])[] = [
    ['Role', ({ role }) => role ?? 'Not in the topology'],
    ['State', ({ status }) => status ?? '–'],
    ['Documents', ({ documents }) => value(documents)],
    ['Last etag', ({ etag }) => value(etag)],
    ['Lag', (cell) => lagText(cell, now) ?? '–'],
    ['Conflicts', ({ conflicts }) => value(conflicts)],
    ['Change vector', ({ changeVector }) => changeVector ?? '–'],
    ['Error', ({ error }) => error ?? ''],
  ];
  const shown = facts.filter(
    ([name, text]) => name !== 'Error' || row.cells.some((cell) => text(cell) !== ''),
  );
  const failed = entries?.nodes.filter(({ indexes }) => indexes === null) ?? [];
  return (
    <section className={styles.details} aria-label={`Details of ${row.name}`}>
      <header className={styles.partHead}>
        <h3>{row.name}</h3>
        <Badge tone={stateTexts[row.state].tone}>{stateTexts[row.state].label}</Badge>
        {onOpenIndexes && (
          <Button variant="ghost" onClick={onOpenIndexes}>
            Show indexes
          </Button>
        )}
        <CopyButton iconOnly label="Copy as JSON" text={() => JSON.stringify(row, mapsAsObjects, 2)} />
        <IconButton icon={<X />} label="Close details" onClick={onClose} />
      </header>
      <div className={styles.scroll}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">Node</th>
              {row.cells.map(({ node }) => (
                <th key={node} scope="col">
                  {node}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(([name, text]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {row.cells.map((cell) => (
                  <td key={cell.node}>{text(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed.map(({ node, error }) => (
        <p key={node} className={styles.note} role="status">
          The indexes of node {node} could not be read: {readError(error).message}
        </p>
      ))}
      {entries ? (
        <IndexMatrix entries={isLagging(row) ? { ...entries, mismatches: [] } : entries} />
      ) : (
        <p className={styles.note}>
          {row.loaded
            ? 'Reading the indexes…'
            : 'Not loaded: its indexes are not read, because that would load it.'}
        </p>
      )}
    </section>
  );
}
