/** Columns of the table: id, properties, and server metadata. */
import type { DocumentRow } from '../../../protocol/collections.ts';
import { Badge, formatDateTime, IdLink, type GridColumn } from '../../../ui/index.ts';
import { columnWidth } from './columns.ts';
import { DocumentCell } from './document-cell.tsx';
import styles from '../documents.module.css';

/** Columns of the metadata; properties have their own name. */
export const COLLECTION = '@collection';
export const LAST_MODIFIED = '@last-modified';
export const FLAGS = '@flags';

const metadataTitles: Readonly<Record<string, string>> = {
  [COLLECTION]: 'Collection',
  [LAST_MODIFIED]: 'Last modified',
  [FLAGS]: 'Flags',
};

export function isProperty(column: string): boolean {
  return metadataTitles[column] === undefined;
}

export function columnTitle(column: string): string {
  return metadataTitles[column] ?? column;
}

export interface ColumnsFor {
  /** In the order of the table; the id is always the first. */
  readonly names: readonly string[];
  readonly sample: readonly DocumentRow[];
  readonly onOpen: (id: string, split: boolean) => void;
}

export function documentColumns({ names, sample, onOpen }: ColumnsFor): readonly GridColumn<DocumentRow>[] {
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
    ...names.map((name) => metadataColumn(name) ?? propertyColumn(name, sample, onOpen)),
  ];
}

function propertyColumn(
  name: string,
  sample: readonly DocumentRow[],
  onOpen: ColumnsFor['onOpen'],
): GridColumn<DocumentRow> {
  return {
    id: name,
    title: name,
    width: columnWidth(name, sample),
    align: isNumeric(name, sample) ? 'end' : 'start',
    render: (row) => <DocumentCell cell={row.cells.get(name)} onOpen={onOpen} />,
  };
}

function metadataColumn(name: string): GridColumn<DocumentRow> | undefined {
  const title = columnTitle(name);
  switch (name) {
    case COLLECTION:
      return { id: name, title, width: 120, render: ({ metadata }) => metadata.collection };
    case LAST_MODIFIED:
      return {
        id: name,
        title,
        width: 172,
        render: ({ metadata }) =>
          metadata.lastModified === undefined ? (
            ''
          ) : (
            <time dateTime={metadata.lastModified} title={`${metadata.lastModified} (UTC)`}>
              {formatDateTime(metadata.lastModified)}
            </time>
          ),
      };
    case FLAGS:
      return {
        id: name,
        title,
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
      };
    default:
      return undefined;
  }
}

export function isNumeric(name: string, sample: readonly DocumentRow[]): boolean {
  let numbers = 0;
  for (const row of sample) {
    const cell = row.cells.get(name);
    if (!cell || (cell.kind === 'literal' && cell.text === 'null')) continue;
    if (cell.kind !== 'literal' || !/^[-\d]/.test(cell.text)) return false;
    numbers++;
  }
  return numbers > 0;
}
