/** Which indexes index a document again when it changes, and how many entries. */
import { useQuery } from '@tanstack/react-query';
import { Download, Network, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { getDependentIndexes, type DependentIndex } from '../../../protocol/dependent-indexes.ts';
import { getDocument } from '../../../protocol/documents.ts';
import {
  Button,
  SortedGrid,
  EmptyState,
  ErrorView,
  fileName,
  IdLink,
  Menu,
  saveFile,
  SkeletonRows,
  TextField,
  type ValueColumn,
} from '../../../ui/index.ts';
import styles from '../indexes.module.css';
import { consequenceText, countText, evidenceText, relationText, summaryText } from './dependent-text.ts';
import { rowsAsCsv, rowsAsJson } from './list-export.ts';

export function DependentsPanel(props: {
  readonly database: Database;
  /** Makes an index the current one of the list. */
  readonly onShow: (name: string) => void;
}): ReactNode {
  const { client, key } = props.database;
  const session = useSession();
  const [typed, setTyped] = useState('');
  const [id, setId] = useState<string | null>(null);
  const found = useQuery({
    queryKey: [...key, 'dependent-indexes', id],
    queryFn: async ({ signal }) => {
      const document = id === null ? null : await getDocument(client, id, { signal });
      if (document === null) return null;
      return getDependentIndexes(client, document.metadata, { signal });
    },
    enabled: id !== null,
  });
  const indexes = found.data ?? [];
  const save = (extension: 'csv' | 'json') => (): void => {
    const rows = exportRows(indexes);
    const name = fileName('dependent-indexes', client.name, extension);
    if (extension === 'csv') saveFile(name, 'text/csv', rowsAsCsv(rows));
    else saveFile(name, 'application/json', rowsAsJson(rows));
  };

  const body = (): ReactNode => {
    if (id === null)
      return (
        <EmptyState
          icon={Network}
          title="No document selected"
          text="Enter the id of a document to see which indexes a change of it affects: those that index it and those that load it from other documents."
        />
      );
    if (found.isError)
      return (
        <ErrorView
          error={found.error}
          doing={`Finding the indexes that depend on ${id}`}
          onRetry={() => void found.refetch()}
        />
      );
    if (found.isPending) return <SkeletonRows rows={4} label="Finding dependent indexes" />;
    if (found.data === null)
      return (
        <EmptyState
          icon={Search}
          title="No such document"
          text={`This database has no document with the id ${id}.`}
        />
      );
    return (
      <SortedGrid
        label="Dependent indexes"
        columns={columns(props.onShow)}
        rowCount={indexes.length}
        row={(place) => indexes[place]}
        onOpen={(place) => {
          const index = indexes[place];
          if (index) props.onShow(index.index);
        }}
        empty={
          <EmptyState icon={Network} title="No dependent indexes" text={`No index indexes or loads ${id}.`} />
        }
      />
    );
  };

  return (
    <div className={styles.panel}>
      <form
        className={styles.panelBar}
        onSubmit={(event) => {
          event.preventDefault();
          const next = typed.trim();
          if (next === '') return;
          if (next === id) void found.refetch();
          else setId(next);
        }}
      >
        <div className={styles.search}>
          <TextField
            label="Document id"
            hideLabel
            placeholder="companies/1-A"
            value={typed}
            onChange={setTyped}
          />
        </div>
        <Button type="submit" icon={Search} disabled={typed.trim() === ''}>
          Find dependents
        </Button>
        <span role="status">{id !== null && Array.isArray(found.data) ? summaryText(id, indexes) : ''}</span>
        <span className={styles.space} />
        {id !== null && (
          <Button onClick={() => session.openScreen('document', { params: { id } })}>Open document</Button>
        )}
        <Menu
          align="end"
          trigger={
            <Button icon={<Download />} disabled={indexes.length === 0}>
              Export
            </Button>
          }
          items={[
            { id: 'csv', label: 'CSV', onSelect: save('csv') },
            { id: 'json', label: 'JSON', onSelect: save('json') },
          ]}
        />
      </form>
      <div className={styles.panelBody}>{body()}</div>
    </div>
  );
}

function exportRows(indexes: readonly DependentIndex[]) {
  return indexes.map((index) => ({
    Index: index.index,
    Relation: relationText(index),
    Count: index.count,
    Evidence: evidenceText(index),
    Consequence: consequenceText(index),
  }));
}

function columns(onShow: (name: string) => void): readonly ValueColumn<DependentIndex>[] {
  return [
    {
      id: 'index',
      title: 'Index',
      width: 260,
      value: ({ index }) => index,
      render: ({ index }) => <IdLink id={index} onOpen={() => onShow(index)} />,
    },
    { id: 'relation', title: 'Relation', width: 160, value: relationText, render: relationText },
    { id: 'count', title: 'Indexed again', width: 160, align: 'end', render: countText },
    {
      id: 'evidence',
      title: 'How counted',
      width: 380,
      value: (index) => evidenceText(index),
      render: (index) => evidenceText(index),
    },
    {
      id: 'consequence',
      title: 'Further effects',
      width: 420,
      value: (index) => consequenceText(index),
      render: (index) => <span title={consequenceText(index)}>{consequenceText(index)}</span>,
    },
  ];
}
