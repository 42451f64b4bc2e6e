/** Errors of one index or of all: the documents, the causes, copies, and clearing them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Download, Eraser } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { clearIndexErrors, getIndexErrors, type IndexError } from '../../../protocol/index-errors.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import {
  Button,
  ConfirmDialog,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  fileName,
  formatCount,
  formatDateTime,
  IdLink,
  Menu,
  pluralize,
  saveFile,
  Select,
  SkeletonRows,
  type ValueColumn,
} from '../../../ui/index.ts';
import { errorKinds, errorsAsCsv, errorsAsJson, firstSentence } from './error-text.ts';
import styles from '../indexes.module.css';

const POLL_MS = 10_000;
const ALL = '';

export interface ErrorsPanelProps {
  readonly database: Database;
  readonly indexes: readonly IndexStats[];
  /** Null: the errors of all indexes. */
  readonly index: string | null;
  readonly onIndex: (name: string | null) => void;
}

export function ErrorsPanel({ database, indexes, index, onIndex }: ErrorsPanelProps): ReactNode {
  const session = useSession();
  const queries = useQueryClient();
  const [at, setAt] = useState<number | null>(null);
  const [clearing, setClearing] = useState(false);
  const { client, key, writeRefusal } = database;
  const list = useQuery({
    queryKey: [...key, 'indexes', 'errors', index],
    queryFn: ({ signal }) => getIndexErrors(client, index, { signal }),
    refetchInterval: POLL_MS,
  });
  const errors = list.data ?? [];
  const current = at === null ? undefined : errors[at];
  const what = index ?? 'all indexes';
  const open = (id: string, split: boolean) => session.openScreen('document', { params: { id }, split });
  const save = (extension: 'csv' | 'json') =>
    extension === 'csv'
      ? saveFile(fileName('index-errors', client.name, 'csv'), 'text/csv', errorsAsCsv(errors))
      : saveFile(fileName('index-errors', client.name, 'json'), 'application/json', errorsAsJson(errors));

  const body = () => {
    if (list.isError && list.data === undefined)
      return (
        <ErrorView
          error={list.error}
          doing={`Loading the errors of ${what}`}
          onRetry={() => void list.refetch()}
        />
      );
    if (list.isPending) return <SkeletonRows rows={4} label="Loading errors" />;
    if (errors.length === 0)
      return (
        <EmptyState
          icon={CircleCheck}
          title="No indexing errors"
          text={index === null ? 'No index has errors.' : `The index ${index} has no errors.`}
        />
      );
    return (
      <div className={styles.errors}>
        <SortedGrid
          label="Indexing errors"
          columns={columns(index === null, open)}
          rowCount={errors.length}
          row={(place) => errors[place]}
          selected={at}
          onSelect={setAt}
          onOpen={(place) => {
            const id = errors[place]?.document;
            if (id !== null && id !== undefined) open(id, false);
          }}
        />
        <ErrorText error={current} errors={errors} />
      </div>
    );
  };

  return (
    <div className={styles.panel}>
      <div className={styles.panelBar}>
        <Select
          label="Errors of"
          hideLabel
          value={index ?? ALL}
          onChange={(name) => {
            setAt(null);
            onIndex(name === ALL ? null : name);
          }}
          options={[
            { value: ALL, label: 'All indexes' },
            ...indexes
              .filter(({ name, errors: count }) => name === index || (count ?? 0) > 0)
              .map(({ name }) => ({ value: name, label: name })),
          ]}
        />
        <span className={styles.quiet}>{pluralize(errors.length, 'error')}</span>
        <span className={styles.space} />
        <CopyButton label="Copy errors" disabled={errors.length === 0} text={() => errorsAsJson(errors)} />
        <Menu
          align="end"
          trigger={
            <Button icon={<Download />} disabled={errors.length === 0}>
              Export
            </Button>
          }
          items={[
            { id: 'csv', label: 'CSV', onSelect: () => save('csv') },
            { id: 'json', label: 'JSON', onSelect: () => save('json') },
          ]}
        />
        <Button
          icon={<Eraser />}
          disabled={errors.length === 0}
          disabledReason={writeRefusal}
          onClick={() => setClearing(true)}
        >
          Clear…
        </Button>
      </div>
      <div className={styles.panelBody}>{body()}</div>
      <ConfirmDialog
        open={clearing}
        title={`Clear the errors of ${what}?`}
        confirmLabel="Clear errors"
        onClose={() => setClearing(false)}
        onConfirm={async () => {
          await clearIndexErrors(client, index === null ? [] : [index]);
          setAt(null);
          await queries.invalidateQueries({ queryKey: [...key, 'indexes'] });
        }}
      >
        <p>
          The server forgets {pluralize(errors.length, 'error')}. This does not repair the index: documents
          that failed are indexed again only when they change or the index is reset.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function columns(
  withIndex: boolean,
  onOpen: (id: string, split: boolean) => void,
): readonly ValueColumn<IndexError>[] {
  return [
    {
      id: 'time',
      title: 'Time',
      width: 164,
      value: ({ timestamp }) => timestamp,
      render: ({ timestamp }) => (timestamp === null ? '–' : formatDateTime(timestamp)),
    },
    ...(withIndex
      ? [
          {
            id: 'index',
            title: 'Index',
            width: 200,
            value: (error: IndexError) => error.index,
            render: (error: IndexError) => error.index,
          },
        ]
      : []),
    {
      id: 'document',
      title: 'Document',
      width: 180,
      mono: true,
      value: ({ document }) => document,
      render: ({ document }) => (document === null ? '–' : <IdLink id={document} onOpen={onOpen} />),
    },
    {
      id: 'action',
      title: 'Action',
      width: 80,
      value: ({ action }) => action,
      render: ({ action }) => action,
    },
    {
      id: 'error',
      title: 'Error',
      width: 620,
      value: ({ message }) => message,
      render: ({ message }) => <span title={firstSentence(message)}>{firstSentence(message)}</span>,
    },
  ];
}

/** The text of the current error; without one, how often each cause occurs. */
function ErrorText({
  error,
  errors,
}: {
  readonly error: IndexError | undefined;
  readonly errors: readonly IndexError[];
}): ReactNode {
  if (error)
    return (
      <section className={styles.errorText} aria-label="Error text">
        <CopyButton label="Copy this error" text={error.message} />
        <pre tabIndex={0}>{error.message}</pre>
      </section>
    );
  return (
    <section className={styles.errorText} aria-label="Causes" tabIndex={0}>
      <h3>Causes</h3>
      <ul className={styles.causes}>
        {errorKinds(errors)
          .slice(0, 8)
          .map(({ text, count }) => (
            <li key={text}>
              <b>{formatCount(count)}×</b> {text}
            </li>
          ))}
      </ul>
    </section>
  );
}
