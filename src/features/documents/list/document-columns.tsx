/** Columns of the table: id, properties, and server metadata. */
import type { DocumentRow } from '../../../protocol/collections.ts';
import { Badge, formatDateTime, IdLink, type GridColumn } from '../../../ui/index.ts';
import { columnWidth } from './columns.ts';
import { DocumentCell } from './document-cell.tsx';
import styles from '../documents.module.css';

export interface ColumnsFor {
  readonly names: readonly string[];
  readonly sample: readonly DocumentRow[];
  readonly showCollection: boolean;
  readonly onOpen: (id: string, split: boolean) => void;
}

export function documentColumns({
  names,
  sample,
  showCollection,
  onOpen,
}: ColumnsFor): readonly GridColumn<DocumentRow>[] {
  return [
    {
      id: '@id',
      title: 'Id',
      mono: true,
      width: Math.min(
        320,
        sample.reduce((most, row) => Math.max(most, row.metadata.id.length), 14) * 7.6 + 24,
      ),
      render: ({ metadata }) => <IdLink id={metadata.id} onOpen={onOpen} />,
    },
    ...(showCollection
      ? [
          {
            id: '@collection',
            title: 'Collection',
            width: 120,
            render: ({ metadata }: DocumentRow) => metadata.collection,
          },
        ]
      : []),
    ...names.map((name) => ({
      id: name,
      title: name,
      width: columnWidth(name, sample),
      align: isNumeric(name, sample) ? ('end' as const) : ('start' as const),
      render: (row: DocumentRow) => <DocumentCell cell={row.cells.get(name)} onOpen={onOpen} />,
    })),
    {
      id: '@last-modified',
      title: 'Last modified',
      width: 172,
      render: ({ metadata }) =>
        metadata.lastModified === undefined ? (
          ''
        ) : (
          <time dateTime={metadata.lastModified} title={`${metadata.lastModified} (UTC)`}>
            {formatDateTime(metadata.lastModified)}
          </time>
        ),
    },
    {
      id: '@flags',
      title: 'Flags',
      width: 160,
      render: ({ metadata }) => (
        <span className={styles.badges}>
          {metadata.flags.map((flag) => (
            <Badge key={flag} tone={flag === 'Archived' ? 'warning' : 'neutral'}>
              {flag}
            </Badge>
          ))}
        </span>
      ),
    },
  ];
}

function isNumeric(name: string, sample: readonly DocumentRow[]): boolean {
  let numbers = 0;
  for (const row of sample) {
    const cell = row.cells.get(name);
    if (!cell || (cell.kind === 'literal' && cell.text === 'null')) continue;
    if (cell.kind !== 'literal' || !/^[-\d]/.test(cell.text)) return false;
    numbers++;
  }
  return numbers > 0;
}
