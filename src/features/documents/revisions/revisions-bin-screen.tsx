/** The revisions bin: deleted documents that have revisions, and restoring them. */
import { useQueryClient } from '@tanstack/react-query';
import { Copy, FileClock, RefreshCw, RotateCcw, Settings, X } from 'lucide-react';
import { useState } from 'react';
import { type ScreenProps, useDatabase, useSession } from '../../../app/registry/index.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { restoreFromBin } from '../../../protocol/revisions-bin.ts';
import {
  Badge,
  Button,
  DataGrid,
  EmptyState,
  ErrorView,
  formatAgo,
  formatCount,
  formatDateTime,
  IconButton,
  IdLink,
  pluralize,
  Toolbar,
  ToolbarSpace,
  type GridColumn,
  type GridSelection,
  type MenuItem,
} from '../../../ui/index.ts';
import { DeletedDocumentDialog } from '../editor/deleted-document-dialog.tsx';
import styles from '../documents.module.css';
import { useRevisionsBin } from './use-revisions-bin.ts';

/** Ids named in a message. */
const NAMED = 8;

export default function RevisionsBinScreen(props: ScreenProps) {
  const session = useSession();
  const queries = useQueryClient();
  const database = useDatabase(props);
  const bin = useRevisionsBin(database);
  const { rows } = bin;
  const { writeRefusal } = database;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<DocumentMetadata>();
  const [restoring, setRestoring] = useState(false);
  const chosen = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);

  const restore = async (ids: readonly string[]): Promise<void> => {
    setRestoring(true);
    try {
      const { restored, existing, lost } = await restoreFromBin(database.client, ids);
      const [only] = restored;
      session.notify({
        kind: existing.length + lost.length === 0 ? 'success' : 'warning',
        message:
          restored.length === 1 && only !== undefined
            ? `Restored ${only}.`
            : `Restored ${pluralize(restored.length, 'document')}.`,
        ...(existing.length + lost.length === 0
          ? {}
          : {
              detail: [
                ...named('Not overwritten, because they exist again', existing),
                ...named('Not restored, because their revisions were deleted', lost),
              ].join('\n'),
            }),
        ...(restored.length === 1 && only !== undefined
          ? {
              action: {
                label: 'Open',
                run: () => session.openScreen('document', { params: { id: only } }),
              },
            }
          : {}),
      });
      setSelected(new Set());
      setShown(undefined);
    } catch (thrown) {
      session.reportError(
        thrown,
        `Restoring ${ids.length === 1 ? String(ids[0]) : pluralize(ids.length, 'document')}`,
      );
    } finally {
      setRestoring(false);
    }
    void queries.invalidateQueries({ queryKey: database.key });
  };

  const selection: GridSelection = {
    has: (index) => selected.has(rows[index]?.id ?? ''),
    state: chosen.length === 0 ? 'none' : chosen.length === rows.length && bin.complete ? 'all' : 'some',
    toggle: (index) => {
      const id = rows[index]?.id;
      if (id === undefined) return;
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      setSelected(next);
    },
    selectRange: (from, to) =>
      setSelected(new Set(rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id))),
    selectAll: () => setSelected(new Set(rows.map(({ id }) => id))),
    clear: () => setSelected(new Set()),
    nameOf: (index) => rows[index]?.id ?? `row ${index + 1}`,
  };
  const columns: readonly GridColumn<DocumentMetadata>[] = [
    {
      id: '@id',
      title: 'Id',
      mono: true,
      width: 320,
      render: (row) => <IdLink id={row.id} onOpen={() => setShown(row)} />,
    },
    { id: '@collection', title: 'Collection', width: 160, render: ({ collection }) => collection },
    {
      id: '@last-modified',
      title: 'Deleted',
      width: 260,
      render: ({ lastModified }) =>
        lastModified === undefined ? (
          ''
        ) : (
          <time dateTime={lastModified} title={`${lastModified} (UTC)`}>
            {formatDateTime(lastModified)} ({formatAgo(lastModified)})
          </time>
        ),
    },
  ];
  const rowMenu = (index: number): readonly MenuItem[] => {
    const row = rows[index];
    if (!row) return [];
    return [
      {
        id: 'show',
        label: 'Show last revision',
        icon: <FileClock />,
        shortcut: 'Enter',
        onSelect: () => setShown(row),
      },
      {
        id: 'restore',
        label: 'Restore',
        icon: <RotateCcw />,
        disabled: writeRefusal !== undefined || restoring,
        onSelect: () => void restore([row.id]),
      },
      {
        id: 'copy',
        label: 'Copy id',
        icon: <Copy />,
        onSelect: () => {
          navigator.clipboard
            .writeText(row.id)
            .catch((thrown: unknown) => session.reportError(thrown, 'Copying the id'));
        },
      },
    ];
  };
  const configure = () => session.openScreen('settings', { params: { section: 'revisions' } });

  const body = () => {
    if (bin.error !== null && rows.length === 0)
      return <ErrorView error={bin.error} doing="Loading the revisions bin" onRetry={bin.refresh} />;
    if (!bin.loading && rows.length === 0)
      return (
        <EmptyState
          icon={FileClock}
          title="The revisions bin is empty"
          text="Documents deleted from a collection with revisions appear here and can be restored."
          action={<Button onClick={configure}>Configure revisions</Button>}
        />
      );
    return (
      <DataGrid
        label="Deleted documents"
        columns={columns}
        rowCount={bin.loading ? 12 : rows.length}
        row={(index) => rows[index]}
        busy={bin.loading}
        onVisibleRange={bin.onVisibleRange}
        onOpen={(index) => setShown(rows[index])}
        selection={selection}
        rowMenu={rowMenu}
      />
    );
  };

  return (
    <section className={styles.table} aria-label="Documents in the revisions bin">
      <Toolbar label="Revisions bin">
        <h2 className={styles.title}>Revisions bin</h2>
        <span className={styles.count}>
          {bin.loading ? '…' : `${formatCount(rows.length)}${bin.complete ? '' : ' or more'}`}
        </span>
        <ToolbarSpace />
        {chosen.length > 0 && (
          <>
            <Badge tone="info">{formatCount(chosen.length)} selected</Badge>
            <IconButton label="Clear selection" icon={<X />} onClick={selection.clear} />
          </>
        )}
        <IconButton label="Refresh" icon={<RefreshCw />} disabled={bin.refreshing} onClick={bin.refresh} />
        <IconButton label="Configure revisions" icon={<Settings />} onClick={configure} />
        <Button
          variant="primary"
          icon={<RotateCcw />}
          busy={restoring}
          disabled={chosen.length === 0}
          disabledReason={writeRefusal}
          onClick={() => void restore(chosen)}
        >
          Restore
        </Button>
      </Toolbar>
      <div className={styles.grid}>{body()}</div>
      <p className={styles.srOnly} role="status">
        {chosen.length > 0 ? `${formatCount(chosen.length)} selected` : ''}
      </p>
      {shown && (
        <DeletedDocumentDialog
          database={database}
          deletion={shown}
          restoring={restoring}
          onRestore={() => void restore([shown.id])}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  );
}

function named(sentence: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const more = ids.length > NAMED ? `, and ${formatCount(ids.length - NAMED)} more` : '';
  return [`${sentence}: ${ids.slice(0, NAMED).join(', ')}${more}`];
}
