/** The end of a copy: counts of each collection, copied and rejected items. */
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CopyItem, CopyReport } from '../../../contract/index.ts';
import {
  Badge,
  Button,
  CopyButton,
  SortedGrid,
  fileName,
  formatBytes,
  formatCount,
  pluralize,
  saveFile,
} from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import { countName } from './count-name.ts';
import copyStyles from './copy.module.css';
import { copyReportAsCsv, copyReportAsText } from './copy-report-text.ts';
import { nameOf } from './estimate-view.tsx';

export function CopyReportView({
  report,
  sentence,
  database,
}: {
  readonly report: CopyReport;
  readonly sentence: string;
  readonly database: string;
}): ReactNode {
  const { counts, definitions, notes } = report;
  return (
    <>
      <div className={styles.buttons}>
        <CopyButton label="Copy report" text={() => copyReportAsText(sentence, report)} />
        <Button
          icon={<Download />}
          variant="ghost"
          onClick={() =>
            saveFile(fileName('copy-report', database, 'csv'), 'text/csv', copyReportAsCsv(report))
          }
        >
          Export CSV
        </Button>
      </div>
      {counts.length > 0 && (
        <table className={styles.counts} aria-label="Copied documents">
          <thead>
            <tr>
              <th scope="col">Collection</th>
              <th scope="col">Copied</th>
              <th scope="col">Skipped</th>
              <th scope="col">Rejected</th>
              <th scope="col">Artificial</th>
              <th scope="col">Size</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((each) => (
              <tr key={each.name}>
                <th scope="row">{countName(each.name)}</th>
                <td>{formatCount(each.copied)}</td>
                <td>{formatCount(each.skipped)}</td>
                <td data-rejected={each.rejected > 0 || undefined}>{formatCount(each.rejected)}</td>
                <td>{formatCount(each.artificial)}</td>
                <td>{each.bytes > 0 ? formatBytes(each.bytes) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {counts.some(({ artificial }) => artificial > 0) && (
        <p className={styles.note}>Artificial documents are not copied: indexes create them.</p>
      )}
      {definitions.length > 0 && (
        <p className={styles.sentence}>
          Copied: {definitions.map(({ kind, name }) => `${kind} ${nameOf(kind, name)}`).join(', ')}.
        </p>
      )}
      {notes.length > 0 && (
        <ul className={copyStyles.list} aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {report.rejected.length > 0 && <Rejected items={report.rejected} />}
    </>
  );
}

function Rejected({ items }: { readonly items: readonly CopyItem[] }): ReactNode {
  const [selected, setSelected] = useState<number | null>(null);
  const item = selected === null ? undefined : items[selected];
  return (
    <>
      <h3 className={copyStyles.title}>{pluralize(items.length, 'rejected item')}</h3>
      <div className={styles.messages}>
        <SortedGrid<CopyItem>
          label="Rejected items"
          rowCount={items.length}
          row={(index) => items[index]}
          selected={selected}
          onSelect={setSelected}
          empty={<p className={styles.note}>Nothing was rejected.</p>}
          columns={[
            {
              id: 'kind',
              title: 'Kind',
              width: 90,
              value: ({ kind }) => kind,
              render: ({ kind }) => <Badge tone="danger">{kind}</Badge>,
            },
            {
              id: 'name',
              title: 'Name',
              width: 220,
              mono: true,
              value: ({ kind, name }) => nameOf(kind, name),
              render: ({ kind, name }) => nameOf(kind, name),
            },
            {
              id: 'reason',
              title: 'Reason',
              width: 700,
              value: ({ reason }) => reason,
              render: ({ reason }) => reason,
            },
          ]}
        />
      </div>
      {item !== undefined && <pre className={styles.message}>{item.reason}</pre>}
    </>
  );
}
