/** The differing documents of an ended comparison. */
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  IdLink,
  SortedGrid,
  fileName,
  formatCount,
  Menu,
  pluralize,
  saveFile,
} from '../../../ui/index.ts';
import styles from '../compare.module.css';
import { documentsAsCsv, documentsAsJson, type SideNames } from '../export/compare-file.ts';
import type { DifferenceKind, DocumentDifference, DocumentReport } from './document-report.ts';

export type OpenDocument = (side: 'left' | 'right', id: string, split?: boolean) => void;

export function differenceCount(counts: DocumentReport['counts'] | undefined): string {
  const { leftOnly = 0, rightOnly = 0, different = 0 } = counts ?? {};
  return pluralize(leftOnly + rightOnly + different, 'difference');
}

const kinds: Readonly<Record<DifferenceKind, string>> = {
  'left-only': 'Only left',
  'right-only': 'Only right',
  different: 'Different',
};

export function ReportView({
  report,
  names,
  onOpen,
}: {
  readonly report: DocumentReport;
  readonly names: SideNames;
  readonly onOpen: OpenDocument;
}): ReactNode {
  const [selected, setSelected] = useState<number | null>(null);
  const { counts, differences, limit, settled, unconfirmed } = report;
  const shownFewer = counts.leftOnly + counts.rightOnly + counts.different - differences.length;
  const openRow = ({ kind, id }: DocumentDifference, split = false) =>
    onOpen(kind === 'right-only' ? 'right' : 'left', id, split);
  return (
    <section className={styles.section} aria-label="Documents">
      <div className={styles.summary} role="status">
        <Badge tone={differences.length === 0 ? 'success' : 'warning'}>{differenceCount(counts)}</Badge>
        <span>
          {pluralize(counts.compared, 'document')} compared: {formatCount(counts.leftOnly)} only left,{' '}
          {formatCount(counts.rightOnly)} only right, {formatCount(counts.different)} different.
        </span>
        <Menu
          align="end"
          trigger={<Button icon={<Download />}>Export documents</Button>}
          items={[
            {
              id: 'csv',
              label: 'Differences as CSV',
              onSelect: () =>
                saveFile(fileName('documents', 'compared', 'csv'), 'text/csv', documentsAsCsv(report)),
            },
            {
              id: 'json',
              label: 'Differences as JSON',
              onSelect: () =>
                saveFile(
                  fileName('documents', 'compared', 'json'),
                  'application/json',
                  documentsAsJson(names, report),
                ),
            },
          ]}
        />
      </div>
      <p className={styles.note}>
        {[
          limit,
          settled > 0 ? `${pluralize(settled, 'difference')} gone at the second reading.` : null,
          unconfirmed > 0 ? `${pluralize(unconfirmed, 'difference')} not read a second time.` : null,
          shownFewer > 0 ? `${pluralize(shownFewer, 'difference')} not listed.` : null,
        ]
          .filter((text) => text !== null)
          .join(' ')}
      </p>
      <div className={styles.grid}>
        <SortedGrid<DocumentDifference>
          label="Differing documents"
          rowCount={differences.length}
          row={(index) => differences[index]}
          selected={selected}
          onSelect={setSelected}
          onOpen={(index) => {
            const row = differences[index];
            if (row) openRow(row);
          }}
          empty={<p className={styles.note}>All compared documents are equal.</p>}
          rowMenu={(index) => {
            const row = differences[index];
            if (!row) return [];
            return [
              ...(row.kind === 'right-only'
                ? []
                : [{ id: 'left', label: 'Open left document', onSelect: () => onOpen('left', row.id) }]),
              ...(row.kind === 'left-only'
                ? []
                : [{ id: 'right', label: 'Open right document', onSelect: () => onOpen('right', row.id) }]),
            ];
          }}
          columns={[
            {
              id: 'id',
              title: 'Document',
              width: 280,
              mono: true,
              value: ({ id }) => id,
              render: (row) => <IdLink id={row.id} onOpen={(_id, split) => openRow(row, split)} />,
            },
            {
              id: 'collection',
              title: 'Collection',
              width: 160,
              value: ({ collection }) => collection,
              render: ({ collection }) => collection,
            },
            {
              id: 'kind',
              title: 'Result',
              width: 110,
              value: ({ kind }) => kinds[kind],
              render: ({ kind }) => kinds[kind],
            },
            {
              id: 'members',
              title: 'Differing properties',
              width: 420,
              mono: true,
              value: ({ members }) => members.join(', '),
              render: ({ members }) => members.join(', '),
            },
          ]}
        />
      </div>
    </section>
  );
}
