/** The revisions of a document; without any, a way to enable them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { useId, useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { isDeletion } from '../../../protocol/revisions-bin.ts';
import { ServerError } from '../../../protocol/server-error.ts';
import {
  getRevisions,
  getRevisionsConfiguration,
  enableRevisions,
  hasRevisionsEnabled,
} from '../../../protocol/revisions.ts';
import {
  Badge,
  Button,
  ErrorView,
  formatAgo,
  formatCount,
  formatDateTime,
  IconButton,
  SkeletonRows,
} from '../../../ui/index.ts';
import { EnableRevisionsDialog } from './enable-revisions-dialog.tsx';
import { visibleFlags } from './revision-text.ts';
import styles from './revisions.module.css';

/** The initial number, and the increment of "Show older revisions". */
const STEP = 8;

export interface RevisionsPanelProps {
  readonly database: Database;
  readonly metadata: DocumentMetadata;
  /** The latest known version: a new one triggers a reload. */
  readonly version: string;
  readonly onOpen: (revision: DocumentMetadata) => void;
}

export function RevisionsPanel({ database, metadata, version, onOpen }: RevisionsPanelProps) {
  const heading = useId();
  const [shown, setShown] = useState(STEP);
  const page = useQuery({
    queryKey: [...database.key, 'revisions', metadata.id, version, shown],
    queryFn: ({ signal }) =>
      getRevisions(database.client, metadata.id, { start: 0, pageSize: shown }, { signal }),
    // Keeps the current list while a new one loads.
    placeholderData: (before) => before,
    retry: false,
  });
  const { data } = page;
  const session = useSession();
  // A server without this endpoint has no revisions.
  if (page.error instanceof ServerError && page.error.status === 404) return null;
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header className={styles.head}>
        <h3 id={heading}>Revisions</h3>
        {data !== undefined && data.total > 0 && <Badge>{formatCount(data.total)}</Badge>}
        <span className={styles.space} />
        <IconButton
          label="Configure revisions"
          icon={<Settings />}
          onClick={() => session.openScreen('settings', { params: { section: 'revisions' } })}
        />
      </header>
      {data === undefined ? (
        page.error === null ? (
          <SkeletonRows rows={2} label="Loading revisions" />
        ) : (
          <ErrorView
            error={page.error}
            doing="Loading revisions"
            onRetry={() => void page.refetch()}
            compact
          />
        )
      ) : data.total === 0 ? (
        <NoRevisions database={database} collection={metadata.collection} />
      ) : (
        <>
          <ul className={styles.list}>
            {data.revisions.map((revision) => (
              <li key={revision.changeVector}>
                <RevisionRow
                  revision={revision}
                  current={revision.changeVector === metadata.changeVector}
                  onOpen={() => onOpen(revision)}
                />
              </li>
            ))}
          </ul>
          {data.total > data.revisions.length && (
            <Button
              variant="ghost"
              busy={page.isPlaceholderData}
              onClick={() => setShown((now) => now + 3 * STEP)}
            >
              Show older revisions
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function RevisionRow(props: {
  readonly revision: DocumentMetadata;
  readonly current: boolean;
  readonly onOpen: () => void;
}) {
  const { revision, current, onOpen } = props;
  const { lastModified = '', changeVector } = revision;
  return (
    <button
      type="button"
      className={styles.row}
      onClick={onOpen}
      title={`${formatDateTime(lastModified, { utc: true })}\n${changeVector}`}
    >
      <span className={styles.when}>
        {formatDateTime(lastModified)}
        <span className={styles.ago}>{formatAgo(lastModified)}</span>
      </span>
      {current && <Badge tone="info">current</Badge>}
      {isDeletion(revision) && <Badge tone="warning">deleted</Badge>}
      {visibleFlags(revision).map((flag) => (
        <Badge key={flag}>{flag}</Badge>
      ))}
    </button>
  );
}

function NoRevisions({ database, collection }: { readonly database: Database; readonly collection: string }) {
  const session = useSession();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState(false);
  const queryKey = [...database.key, 'settings', 'revisions'];
  const setting = useQuery({
    queryKey,
    queryFn: ({ signal }) => getRevisionsConfiguration(database.client, { signal }),
    retry: false,
  });
  if (setting.isPending) return <SkeletonRows rows={1} label="Loading the revisions setting" />;
  // Reading the configuration can be forbidden to a user who can read documents; then only the visible facts are
  // shown.
  if (setting.isError) return <p className={styles.note}>This document has no revisions.</p>;
  if (collection === '@empty')
    return (
      <p className={styles.note}>Revisions are configured per collection. This document has no collection.</p>
    );
  if (hasRevisionsEnabled(setting.data, collection))
    return (
      <p className={styles.note}>
        No revisions yet. Revisions are enabled for {collection}; the next save creates the first one.
      </p>
    );
  return (
    <>
      <p className={styles.note}>
        Revisions keep earlier versions of a document to view, compare and restore.
      </p>
      <div>
        <Button disabledReason={database.writeRefusal} onClick={() => setDialog(true)}>
          Enable revisions for {collection}…
        </Button>
      </div>
      {dialog && (
        <EnableRevisionsDialog
          collection={collection}
          onEnable={async (newest) => {
            await enableRevisions(database.client, collection, newest);
            session.notify({ kind: 'success', message: `Revisions are enabled for ${collection}.` });
            await queries.invalidateQueries({ queryKey });
          }}
          onClose={() => setDialog(false)}
        />
      )}
    </>
  );
}
