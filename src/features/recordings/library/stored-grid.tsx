import type { ReactNode } from 'react';
import type { StoredRecording } from '../../../contract/index.ts';
import {
  Badge,
  formatBytes,
  formatDateTime,
  SortedGrid,
  type MenuEntry,
  type ValueColumn,
} from '../../../ui/index.ts';
import { databasesText } from './running-text.ts';
import { serverText, startOf } from './stored-text.ts';

const columns: readonly ValueColumn<StoredRecording>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 320,
    least: 200,
    value: ({ name }) => name,
    render: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    id: 'server',
    title: 'Server',
    width: 240,
    value: serverText,
    render: (each) => <span title={serverText(each)}>{serverText(each)}</span>,
  },
  {
    id: 'databases',
    title: 'Databases',
    width: 180,
    value: ({ about }) => about?.databases.join(', ') ?? null,
    render: ({ about }) =>
      about === null ? '' : <span title={about.databases.join(', ')}>{databasesText(about.databases)}</span>,
  },
  {
    id: 'started',
    title: 'Started',
    width: 172,
    mono: true,
    value: startOf,
    render: (each) => (
      <span title={formatDateTime(startOf(each), { utc: true })}>{formatDateTime(startOf(each))}</span>
    ),
  },
  {
    id: 'size',
    title: 'Size',
    width: 90,
    align: 'end',
    value: ({ bytes }) => bytes,
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    id: 'texts',
    title: 'Texts',
    width: 90,
    value: ({ about }) => (about === null ? null : about.masked ? 0 : 1),
    render: ({ about }) =>
      about === null ? (
        ''
      ) : about.masked ? (
        <Badge title="Texts and ids are replaced.">Masked</Badge>
      ) : (
        'Original'
      ),
  },
  {
    id: 'note',
    title: 'Note',
    width: 260,
    least: 160,
    value: ({ about, problem }) => problem ?? about?.note ?? null,
    render: ({ about, problem }) =>
      problem === null ? (
        <span title={about?.note}>{about?.note}</span>
      ) : (
        <>
          <Badge tone="warning">Not readable</Badge> <span title={problem}>{problem}</span>
        </>
      ),
  },
];

/** The name of a recording begins with its start. */
const fewColumns = columns
  .filter(({ id }) => ['name', 'server', 'note'].includes(id))
  .map((column) =>
    column.id === 'name' ? { ...column, least: 300 } : { ...column, width: 180, least: 120 },
  );

export function StoredGrid(props: {
  readonly label: string;
  readonly stored: readonly StoredRecording[];
  /** For a dialog: the columns that identify a recording. */
  readonly few?: boolean;
  readonly selected: string | null;
  readonly onSelect: (name: string) => void;
  readonly onOpen: (recording: StoredRecording) => void;
  readonly onDelete?: (recording: StoredRecording) => void;
  readonly menu?: (recording: StoredRecording) => readonly MenuEntry[];
  readonly empty: ReactNode;
}): ReactNode {
  const { stored, selected, onSelect, onOpen, onDelete, menu } = props;
  const place = stored.findIndex(({ name }) => name === selected);
  return (
    <SortedGrid
      label={props.label}
      columns={props.few === true ? fewColumns : columns}
      rowCount={stored.length}
      row={(index) => stored[index]}
      selected={place < 0 ? null : place}
      onSelect={(index) => {
        const name = stored[index]?.name;
        if (name !== undefined) onSelect(name);
      }}
      onOpen={(index) => {
        const recording = stored[index];
        if (recording) onOpen(recording);
      }}
      onKeyDown={(event, index) => {
        const recording = index === null ? undefined : stored[index];
        if (event.key !== 'Delete' || recording === undefined || onDelete === undefined) return;
        event.preventDefault();
        onDelete(recording);
      }}
      {...(menu && {
        rowMenu: (index) => {
          const recording = stored[index];
          return recording ? menu(recording) : [];
        },
      })}
      empty={props.empty}
    />
  );
}
