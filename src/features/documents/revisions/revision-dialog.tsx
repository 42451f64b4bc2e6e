/** A revision: its text, a comparison with the editor, and restore. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { JsonTextError } from '../../../protocol/json-text.ts';
import { isDeletion } from '../../../protocol/revisions-bin.ts';
import { getRevision, getRevisions } from '../../../protocol/revisions.ts';
import { CodeEditor, DiffView } from '../../../ui/editor/index.ts';
import {
  Button,
  CopyButton,
  Dialog,
  ErrorView,
  Select,
  formatDateTime,
  SkeletonRows,
  Tabs,
} from '../../../ui/index.ts';
import { changedMembers } from '../editor/changed-members.ts';
import { useIdLinks } from '../use-id-links.ts';
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
  const idLinks = useIdLinks(database, onClose);
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
                label: 'Compare',
                panel: <Compared database={database} revision={revision} old={old} text={text} />,
              },
              {
                id: 'text',
                label: 'Text',
                panel: (
                  <CodeEditor
                    value={old}
                    language="json"
                    label={`${revision.id} from ${when}`}
                    idLinks={idLinks}
                    readOnly
                  />
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

/** The other side of a comparison that is not a revision. */
const EDITOR = '';
/** More revisions would make a list that nobody reads; a document rarely has so many. */
const MAX_OTHERS = 100;

/** Compares with the editor or with any other revision of the document; the older side is the left one. */
function Compared(props: {
  readonly database: Database;
  readonly revision: DocumentMetadata;
  readonly old: string;
  readonly text: string;
}) {
  const { database, revision, old, text } = props;
  const [other, setOther] = useState(EDITOR);
  const list = useQuery({
    queryKey: [...database.key, 'revisions', revision.id, 'to-compare'],
    queryFn: ({ signal }) =>
      getRevisions(database.client, revision.id, { start: 0, pageSize: MAX_OTHERS }, { signal }),
    retry: false,
  });
  const read = useQuery({
    queryKey: [...database.key, 'revision', other],
    queryFn: ({ signal }) => getRevision(database.client, other, { signal }),
    enabled: other !== EDITOR,
    staleTime: Infinity,
    retry: false,
  });
  const others = (list.data?.revisions ?? []).filter(
    (each) => each.changeVector !== revision.changeVector && !isDeletion(each),
  );
  const chosen = others.find((each) => each.changeVector === other);
  const mine = { label: labelOf(revision), text: old };
  const sides = (): readonly [Side, Side] | null => {
    if (!chosen) return [mine, { label: 'the editor', text: formatted(text) }];
    if (!read.data) return null;
    const theirs = { label: labelOf(chosen), text: toEditableText(read.data.text) };
    return (chosen.lastModified ?? '') < (revision.lastModified ?? '') ? [theirs, mine] : [mine, theirs];
  };
  const compared = sides();
  return (
    <div className={styles.comparison}>
      <div className={styles.compareWith}>
        <Select
          label="Compare with"
          value={other}
          onChange={setOther}
          options={[
            { value: EDITOR, label: 'Editor text' },
            ...others.map((each) => ({
              value: each.changeVector,
              label: labelOf(each),
              hint: each.changeVector,
            })),
          ]}
        />
        {list.isError && <ErrorView error={list.error} doing="Loading the other revisions" compact />}
      </div>
      {compared ? (
        <Comparison left={compared[0]} right={compared[1]} />
      ) : read.isError ? (
        <ErrorView error={read.error} doing="Loading the revision" onRetry={() => void read.refetch()} />
      ) : read.data === null ? (
        <p className={styles.note}>
          This revision no longer exists: the revision limits of its collection removed it.
        </p>
      ) : (
        <SkeletonRows rows={6} label="Loading the revision" />
      )}
    </div>
  );
}

function labelOf({ lastModified }: DocumentMetadata): string {
  return `revision from ${formatDateTime(lastModified ?? '')}`;
}

interface Side {
  readonly label: string;
  readonly text: string;
}

function Comparison({ left, right }: { readonly left: Side; readonly right: Side }) {
  const changed = useMemo(() => changedMembers(left.text, right.text), [left.text, right.text]);
  return (
    <>
      <p className={styles.note}>
        Lines with − are from {left.label}, lines with + from {right.label}.{' '}
        {changed && (changed.length === 0 ? 'No differences' : `Changed: ${changed.join(', ')}`)}
      </p>
      <div>
        <DiffView
          key={`${left.label}\n${right.label}`}
          original={left.text}
          modified={right.text}
          originalLabel={left.label}
          modifiedLabel={right.label}
          language="json"
        />
      </div>
    </>
  );
}
