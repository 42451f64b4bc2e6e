/** The end of a copy: counts of each collection, copied and rejected items. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CopyReport } from '../../../contract/index.ts';
import { Button, CopyButton, fileName, formatBytes, formatCount, saveFile } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import { countName } from './count-name.ts';
import copyStyles from './copy.module.css';
import { copyReportAsCsv, copyReportAsText } from './copy-report-text.ts';
import { CopyRejections } from './copy-rejections.tsx';
import { nameOf } from './estimate-view.tsx';

export function CopyReportView({
  id,
  report,
  sentence,
  database,
}: {
  readonly id: string;
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
      {report.rejected.length > 0 && <CopyRejections id={id} report={report} database={database} />}
    </>
  );
}
