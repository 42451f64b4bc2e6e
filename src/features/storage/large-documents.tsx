/** Documents of more than 5 MB, on request: the sandbox reads all documents for it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Database } from '../../app/registry/index.ts';
import { getLargeDocuments } from '../../protocol/large-documents.ts';
import { Button, CopyButton, csvText, ErrorView, formatBytes, SkeletonRows } from '../../ui/index.ts';
import { DocumentLink } from './document-link.tsx';
import styles from './storage.module.css';

const READ_ALL_MS = 300_000;

export function LargeDocuments({
  database,
  connectionId,
  readsAll,
}: {
  readonly database: Database;
  readonly connectionId: string;
  /** Whether the server finds all of them, or only those that were loaded since its start. */
  readonly readsAll: boolean;
}): ReactNode {
  const { client, key } = database;
  const queries = useQueryClient();
  const wanted = [...key, 'large-documents'];
  const found = useQuery({
    queryKey: wanted,
    queryFn: ({ signal }) => getLargeDocuments(client, { signal, timeoutMs: READ_ALL_MS }),
    enabled: false,
    retry: false,
  });
  const documents = found.data;
  return (
    <section className={styles.section} aria-label="Large documents">
      <h3>Large documents</h3>
      <p className={styles.note}>
        {readsAll
          ? 'The 100 largest documents of more than 5 MB. Reads all documents.'
          : 'RavenDB lists those that it loaded since its start, by default of more than 5 MB on disk. A scan finds the others.'}
      </p>
      <div className={styles.actions}>
        <Button busy={found.isFetching} onClick={() => void found.refetch()}>
          Find large documents
        </Button>
        {found.isFetching && (
          <Button variant="ghost" onClick={() => void queries.cancelQueries({ queryKey: wanted })}>
            Cancel
          </Button>
        )}
        {documents && documents.length > 0 && (
          <CopyButton
            label="Copy as CSV"
            text={() =>
              csvText(
                ['Id', 'Bytes'],
                documents.map(({ id, bytes }) => [id, bytes]),
              )
            }
          />
        )}
      </div>
      <div role="status">
        {documents === null && <p className={styles.note}>This server has no list of large documents.</p>}
        {documents?.length === 0 && <p className={styles.note}>None found.</p>}
      </div>
      {found.isError && <ErrorView error={found.error} doing="Finding large documents" compact />}
      {found.isFetching && !documents && <SkeletonRows rows={2} label="Finding large documents" />}
      {documents && documents.length > 0 && (
        <table className={styles.table} aria-label="Documents of more than 5 MB">
          <thead>
            <tr>
              <th scope="col">Document</th>
              <th scope="col">Stored size</th>
            </tr>
          </thead>
          <tbody>
            {documents.map(({ id, bytes }) => (
              <tr key={id}>
                <td>
                  <DocumentLink id={id} connectionId={connectionId} database={client.name} />
                </td>
                <td>{bytes === null ? '–' : formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
