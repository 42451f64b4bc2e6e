/** The columns of each table. Names of columns are those of the file. */
import type { RecordingRow, RecordingTable } from '../../../contract/index.ts';
import { formatBytes, formatCount, type GridColumn } from '../../../ui/index.ts';
import { clockText, durationText } from '../times.ts';

export type RowColumn = GridColumn<RecordingRow>;

const textOf = (row: RecordingRow, name: string): string => {
  const value = row[name];
  return value === null || value === undefined ? '' : String(value);
};
const numberOf = (row: RecordingRow, name: string): number => {
  const value = row[name];
  return typeof value === 'number' ? value : NaN;
};

type Plan = readonly [
  name: string,
  title: string,
  width: number,
  kind?: 'count' | 'bytes' | 'duration' | 'mono',
];

const plans: Readonly<Record<RecordingTable, readonly Plan[]>> = {
  requests: [
    ['duration_us', 'Duration', 100, 'duration'],
    ['status', 'Status', 70, 'count'],
    ['method', 'Method', 80, 'mono'],
    ['path', 'Path', 280, 'mono'],
    ['database', 'Database', 120],
    ['response_bytes', 'Answer', 90, 'bytes'],
    ['text', 'Query or ids', 360, 'mono'],
  ],
  queries: [
    ['duration_us', 'Duration', 100, 'duration'],
    ['database', 'Database', 120],
    ['index', 'Index', 180],
    ['query_id', 'Id', 80, 'mono'],
    ['text', 'Query', 480, 'mono'],
  ],
  batches: [
    ['duration_us', 'Duration', 100, 'duration'],
    ['database', 'Database', 120],
    ['index', 'Index', 200],
    ['input', 'Documents', 90, 'count'],
    ['output', 'Entries', 90, 'count'],
    ['failed', 'Failed', 80, 'count'],
    ['map_us', 'Map', 90, 'duration'],
    ['reduce_us', 'Reduce', 90, 'duration'],
    ['commit_us', 'Commit', 90, 'duration'],
    ['document_bytes', 'Size', 90, 'bytes'],
  ],
  logs: [
    ['level', 'Level', 80],
    ['resource', 'Resource', 130],
    ['component', 'Component', 150],
    ['logger', 'Logger', 200],
    ['message', 'Message', 520],
  ],
  notifications: [
    ['severity', 'Severity', 90],
    ['kind', 'Type', 140],
    ['reason', 'Reason', 140],
    ['database', 'Database', 120],
    ['title', 'Title', 240],
    ['message', 'Message', 360],
  ],
  events: [
    ['kind', 'Type', 120],
    ['subject', 'Subject', 220],
    ['text', 'Text', 600],
  ],
  stacks: [
    ['capture', 'Capture', 80, 'count'],
    ['trigger', 'Trigger', 180],
    ['names', 'Threads', 240],
    ['frames', 'Frames', 500, 'mono'],
  ],
};

/** Tables whose rows are ordered by their duration too. */
export const hasDuration = (table: RecordingTable): boolean =>
  plans[table].some(([name]) => name === 'duration_us');

export function columnsFor(table: RecordingTable, utc: boolean): readonly RowColumn[] {
  const time: RowColumn = {
    id: 'time',
    title: utc ? 'Time (UTC)' : 'Time',
    width: 116,
    mono: true,
    sortable: true,
    render: (row) => clockText(numberOf(row, 'time'), utc),
  };
  const last = plans[table].length - 1;
  return [
    time,
    ...plans[table].map(([name, title, width, kind], place): RowColumn => {
      const isNumber = kind !== undefined && kind !== 'mono';
      return {
        id: name,
        title,
        width,
        ...(place === last && !isNumber ? { least: 200 } : {}),
        ...(isNumber ? { align: 'end' as const } : {}),
        ...(kind === 'mono' ? { mono: true } : {}),
        sortable: name === 'duration_us',
        render: (row) => cellText(row, name, kind),
      };
    }),
  ];
}

function cellText(row: RecordingRow, name: string, kind: Plan[3]): string {
  if (kind === 'duration') return durationText(numberOf(row, name));
  if (kind === 'bytes') return formatBytes(numberOf(row, name));
  if (kind === 'count') return formatCount(numberOf(row, name));
  return textOf(row, name).replaceAll('\n', name === 'frames' ? ' ← ' : ' ');
}

/** All columns of a row, for the pane of details and the clipboard. */
export function detailsOf(
  table: RecordingTable,
  row: RecordingRow,
  utc: boolean,
): readonly { readonly title: string; readonly text: string }[] {
  return [
    { title: 'Time', text: `${clockText(numberOf(row, 'time'), utc)}${utc ? ' UTC' : ''}` },
    ...plans[table].map(([name, title, , kind]) => ({
      title,
      text: kind === undefined || kind === 'mono' ? textOf(row, name) : cellText(row, name, kind),
    })),
  ].filter(({ text }) => text !== '');
}
