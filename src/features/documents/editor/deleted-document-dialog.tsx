/** The last text of a deleted document, with restore. */
import { useQuery } from '@tanstack/react-query';
import type { Database } from '../../../app/registry/index.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { lastTextRevision } from '../../../protocol/revisions-bin.ts';
import { getRevision } from '../../../protocol/revisions.ts';
import { CodeEditor } from '../../../ui/editor/index.ts';
import { Button, CopyButton, Dialog, ErrorView, formatDateTime, SkeletonRows } from '../../../ui/index.ts';
import { useIdLinks } from '../use-id-links.ts';
import styles from '../documents.module.css';
import { toEditableText } from './editable-text.ts';

export interface DeletedDocumentDialogProps {
  readonly database: Database;
  readonly deletion: DocumentMetadata;
  readonly restoring: boolean;
  readonly onRestore: () => void;
  readonly onClose: () => void;
}

export function DeletedDocumentDialog(props: DeletedDocumentDialogProps) {
  const { database, deletion, restoring, onRestore, onClose } = props;
  const { id, changeVector } = deletion;
  const idLinks = useIdLinks(database, onClose);
  const query = useQuery({
    queryKey: [...database.key, 'revision-before', id, changeVector],
    queryFn: async ({ signal }) => {
      const revision = await lastTextRevision(database.client, id, { signal });
      return revision && (await getRevision(database.client, revision.changeVector, { signal }));
    },
    retry: false,
  });
  const text = query.data ? toEditableText(query.data.text) : undefined;
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={id}
      description={`Deleted on ${formatDateTime(deletion.lastModified ?? '')}. This is the last text.`}
      footer={
        <>
          {text !== undefined && <CopyButton text={text} label="Copy JSON" />}
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          {text !== undefined && (
            <Button
              variant="primary"
              busy={restoring}
              disabledReason={database.writeRefusal}
              onClick={onRestore}
            >
              Restore document
            </Button>
          )}
        </>
      }
    >
      {query.isError ? (
        <ErrorView error={query.error} doing="Loading the revision" onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={10} label="Loading the revision" />
      ) : text === undefined ? (
        <p className={styles.note}>
          No text is left: the revisions of this document were deleted, so it cannot be restored.
        </p>
      ) : (
        <div className={styles.revision}>
          <CodeEditor value={text} language="json" label={`Last text of ${id}`} idLinks={idLinks} readOnly />
        </div>
      )}
    </Dialog>
  );
}
