/** The largest documents and the largest contents of attachments that a scan found. */
import { useState, type ReactNode } from 'react';
import { Button, CopyButton, formatBytes, formatCount } from '../../../ui/index.ts';
import { DocumentLink } from '../document-link.tsx';
import styles from '../storage.module.css';
import type { ScanReport } from './scan-report.ts';
import { contentsCsv, documentsCsv, usedByHint, usedByText } from './scan-texts.ts';

interface TableProps {
  readonly report: ScanReport;
  readonly place: { readonly connectionId: string; readonly database: string };
}

/** Shown until the rest is requested. */
const FIRST = 10;

export function LargestDocuments({ report, place }: TableProps): ReactNode {
  const { documents } = report;
  const [all, setAll] = useState(false);
  return (
    <>
      <table className={styles.table} aria-label="Largest documents">
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">On disk</th>
          </tr>
        </thead>
        <tbody>
          {(all ? documents : documents.slice(0, FIRST)).map(({ id, collection, bytes, actual }) => (
            <tr key={id}>
              <td>
                <DocumentLink id={id} {...place} />
                <small>{collection}</small>
              </td>
              <td
                className={styles.size}
                title={`${formatCount(bytes)} B allocated, actual size ${formatCount(actual)} B`}
              >
                {formatBytes(bytes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        <ShowAll count={documents.length} all={all} onChange={setAll} />
        <CopyButton label="Copy documents as CSV" text={() => documentsCsv(report)} />
      </div>
    </>
  );
}

export function LargestContents({ report, place }: TableProps): ReactNode {
  const { contents } = report;
  const [all, setAll] = useState(false);
  return (
    <>
      <table className={styles.table} aria-label="Largest attachments">
        <thead>
          <tr>
            <th scope="col">Attachment</th>
            <th scope="col" title={usedByHint}>
              Used by
            </th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {(all ? contents : contents.slice(0, FIRST)).map((content) => (
            <tr key={content.hash}>
              <td>
                {content.name}
                <small>
                  <DocumentLink id={content.documentId} {...place} />
                </small>
                <small className={styles.hash} title={content.hash}>
                  {content.hash}
                </small>
              </td>
              <td title={usedByHint}>{usedByText(content)}</td>
              <td className={styles.size} title={`${formatCount(content.bytes)} B`}>
                {formatBytes(content.bytes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        <ShowAll count={contents.length} all={all} onChange={setAll} />
        <CopyButton label="Copy attachments as CSV" text={() => contentsCsv(report)} />
      </div>
    </>
  );
}

function ShowAll(props: {
  readonly count: number;
  readonly all: boolean;
  readonly onChange: (all: boolean) => void;
}): ReactNode {
  const { count, all, onChange } = props;
  if (count <= FIRST) return null;
  return (
    <Button variant="ghost" onClick={() => onChange(!all)}>
      {all ? `Show ${FIRST}` : `Show all ${count}`}
    </Button>
  );
}
