/** The document as sent by the server, with all metadata. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getDocument } from '../../../protocol/documents.ts';
import { LARGE_JSON } from '../../../protocol/json-cursor.ts';
import { formatJson, parseJsonText } from '../../../protocol/json-text.ts';
import { CodeEditor } from '../../../ui/editor/index.ts';
import { CopyButton, Dialog, ErrorView, SkeletonRows } from '../../../ui/index.ts';
import { useIdLinks } from '../use-id-links.ts';
import styles from '../documents.module.css';

export interface RawDialogProps {
  readonly database: Database;
  readonly id: string;
  readonly onClose: () => void;
}

export function RawDialog({ database, id, onClose }: RawDialogProps) {
  const idLinks = useIdLinks(database, onClose);
  const query = useQuery({
    queryKey: [...database.key, 'document-raw', id],
    queryFn: ({ signal }) => getDocument(database.client, id, { signal }),
    gcTime: 0,
    retry: false,
  });
  const stored = query.data?.text ?? '';
  const text = useMemo(
    () => (stored === '' || stored.length >= LARGE_JSON ? stored : formatJson(stored, parseJsonText(stored))),
    [stored],
  );
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={`Raw JSON of ${id}`}
      footer={<CopyButton text={query.data?.text ?? ''} label="Copy raw JSON" />}
    >
      <div className={styles.diff}>
        {query.isError ? (
          <ErrorView error={query.error} doing={`Loading ${id}`} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={10} label={`Loading ${id}`} />
        ) : query.data === null ? (
          <p className={styles.note}>The document no longer exists on the server.</p>
        ) : (
          <CodeEditor value={text} language="json" label={`Raw JSON of ${id}`} idLinks={idLinks} readOnly />
        )}
      </div>
    </Dialog>
  );
}
