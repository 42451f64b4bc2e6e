/** A revision: its text, a comparison with the editor, and restore. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { JsonTextError } from '../../../protocol/json-text.ts';
import { isDeletion } from '../../../protocol/revisions-bin.ts';
import { getRevision } from '../../../protocol/revisions.ts';
import { CodeEditor, DiffView } from '../../../ui/editor/index.ts';
import {
  Button,
  CopyButton,
  Dialog,
  ErrorView,
  formatDateTime,
  SkeletonRows,
  Tabs,
} from '../../../ui/index.ts';
import { changedMembers } from '../editor/changed-members.ts';
import styles from '../documents.module.css';
import { toEditableText } from '../editor/editable-text.ts';

export interface RevisionDialogProps {
  readonly database: Database;
  readonly revision: DocumentMetadata;
  /** The current text of the editor. */
  readonly text: string;
  /** Saves the document with the text of the revision. */
  readonly onRestore: (text: string) => void;
  readonly onClose: () => void;
}

export function RevisionDialog({ database, revision, text, onRestore, onClose }: RevisionDialogProps) {
  const [view, setView] = useState<'compare' | 'text'>('compare');
  const query = useQuery({
    queryKey: [...database.key, 'revision', revision.changeVector],
    queryFn: ({ signal }) => getRevision(database.client, revision.changeVector, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  const when = formatDateTime(revision.lastModified ?? '');
  const old = query.data && !isDeletion(revision) ? toEditableText(query.data.text) : undefined;
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={`${revision.id} from ${when}`}
      footer={
        <>
          <CopyButton text={revision.changeVector} label="Copy change vector" />
          {old !== undefined && <CopyButton text={old} label="Copy JSON" />}
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          {old !== undefined && (
            <Button
              variant="primary"
              disabled={old === text}
              disabledReason={database.writeRefusal}
              onClick={() => onRestore(old)}
            >
              Restore this revision
            </Button>
          )}
        </>
      }
    >
      {query.isError ? (
        <ErrorView error={query.error} doing="Loading the revision" onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={10} label="Loading the revision" />
      ) : old === undefined ? (
        <p className={styles.note}>
          {query.data === null
            ? 'This revision no longer exists: the revision limits of its collection removed it.'
            : `The document was deleted on ${when}. The previous revision holds its last text.`}
        </p>
      ) : (
        <div className={styles.revision}>
          <Tabs
            label="View"
            value={view}
            onChange={setView}
            items={[
              {
                id: 'compare',
                label: 'Compare with editor',
                panel: <Comparison old={old} text={text} when={when} />,
              },
              {
                id: 'text',
                label: 'Text',
                panel: (
                  <CodeEditor value={old} language="json" label={`${revision.id} from ${when}`} readOnly />
                ),
              },
            ]}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Both sides in the same format, so that only content differs; invalid JSON stays unchanged. */
function formatted(text: string): string {
  try {
    return toEditableText(text);
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return text;
    throw thrown;
  }
}

function Comparison(props: { readonly old: string; readonly text: string; readonly when: string }) {
  const changed = changedMembers(props.old, props.text);
  return (
    <div className={styles.comparison}>
      <p className={styles.note}>
        Lines with − are from this revision, lines with + from the editor.{' '}
        {changed && (changed.length === 0 ? 'No differences' : `Changed: ${changed.join(', ')}`)}
      </p>
      <div>
        <DiffView
          original={props.old}
          modified={formatted(props.text)}
          originalLabel={`revision from ${props.when}`}
          modifiedLabel="editor text"
          language="json"
        />
      </div>
    </div>
  );
}
