/** The result grid; columns come from the rows. */
import { Columns3, Copy, ExternalLink, PanelRight, Pencil, SquareSplitHorizontal } from 'lucide-react';
import { use, useMemo, useState } from 'react';
import { formatJson, member, parseJsonText } from '../../../protocol/json-text.ts';
import type { JsonObject, QueryAnswer } from '../../../protocol/queries.ts';
import {
  DataGrid,
  type GridColumn,
  type GridSort,
  IdLink,
  IdPrefixContext,
  isIdShaped,
  type MenuItem,
  nextSort,
  shortDate,
  summarise,
} from '../../../ui/index.ts';
import { HIGHLIGHTS_COLUMN, SCORE_COLUMN } from './ranked-rows.ts';
import { Marked } from './row-notes.tsx';
import styles from '../query.module.css';
import { cellValue, documentId, ID_COLUMN, type ResultColumn } from './result-columns.ts';
import { sortedIndexes } from './sort-rows.ts';
import { coordinatesText, DISTANCE_COLUMN, distanceText, type DistanceRows } from './spatial-distance.ts';

interface ResultsTableProps {
  readonly answer: QueryAnswer;
  /** Those of the answer, with computed members. */
  readonly rows: readonly JsonObject[];
  readonly distanceUnit: DistanceRows['unit'];
  readonly columns: readonly ResultColumn[];
  /** Indexes of the rows to show; null shows all. */
  readonly matching: ReadonlySet<number> | null;
  /** Indexes of rows, in the order of the server. */
  readonly selected: number | null;
  readonly onSelect: (index: number) => void;
  readonly onOpenDocument: (id: string, split?: boolean) => void;
  readonly onPreview: (index: number) => void;
  readonly onCopy: (text: string) => void;
  readonly patch: PatchTargets;
}

/** Hands documents over to the patch screen. */
export interface PatchTargets {
  /** Why the connection refuses changes. */
  readonly refusal: string | undefined;
  readonly document: (id: string) => void;
  /** Everything that the query finds. */
  readonly query: () => void;
}

export function ResultsTable(props: ResultsTableProps) {
  const {
    answer,
    rows,
    matching,
    distanceUnit,
    selected,
    onSelect,
    onOpenDocument,
    onPreview,
    onCopy,
    patch,
  } = props;
  const prefixes = use(IdPrefixContext);
  const [sort, setSort] = useState<GridSort | null>(null);
  const order = useMemo(() => {
    const sorted = sortedIndexes(rows, sort);
    return matching ? sorted.filter((index) => matching.has(index)) : sorted;
  }, [rows, sort, matching]);
  const selectedPlace = selected === null ? -1 : order.indexOf(selected);
  const columns = useMemo(
    () =>
      props.columns.map((column): GridColumn<JsonObject> => ({
        id: column.name,
        title: columnTitle(column.name),
        width: column.width,
        mono: true,
        sortable: true,
        ...(column.numeric ? { align: 'end' as const } : {}),
        render: (row) => {
          const id = column.name === ID_COLUMN ? documentId(row) : null;
          if (id !== null) return <IdLink id={id} onOpen={onOpenDocument} />;
          const marked =
            column.name === HIGHLIGHTS_COLUMN
              ? answer.extras.highlights.get(documentId(row) ?? '')
              : undefined;
          if (marked)
            return (
              <span className={styles.marked}>
                <Marked fragment={marked.flatMap(({ fragments }) => fragments).join(' … ')} />
              </span>
            );
          const value = cellValue(row, column.name);
          if (typeof value === 'string' && isIdShaped(value, prefixes))
            return <IdLink id={value} onOpen={onOpenDocument} />;
          return <ResultCell value={value} column={column.name} distanceUnit={distanceUnit} />;
        },
      })),
    [props.columns, onOpenDocument, distanceUnit, answer.extras, prefixes],
  );
  const at = (place: number): number => order[place] ?? 0;

  function menu(place: number): readonly MenuItem[] {
    const index = at(place);
    const row = rows[index];
    const id = row ? documentId(row) : null;
    const forDocument: readonly MenuItem[] =
      id === null
        ? []
        : [
            { id: 'open', label: 'Open', icon: <ExternalLink />, onSelect: () => onOpenDocument(id) },
            {
              id: 'split',
              label: 'Open in split',
              icon: <SquareSplitHorizontal />,
              onSelect: () => onOpenDocument(id, true),
            },
            { id: 'copy-id', label: 'Copy id', icon: <Copy />, onSelect: () => onCopy(id) },
          ];
    const patches: readonly MenuItem[] =
      id === null
        ? []
        : [
            {
              id: 'patch',
              label: 'Patch…',
              icon: <Pencil />,
              separated: true,
              disabled: patch.refusal !== undefined,
              onSelect: () => patch.document(id),
            },
            {
              id: 'patch-query',
              label: 'Patch all that the query finds…',
              icon: <Pencil />,
              disabled: patch.refusal !== undefined,
              onSelect: patch.query,
            },
          ];
    return [
      ...forDocument,
      {
        id: 'json',
        label: 'Copy row as JSON',
        icon: <Copy />,
        onSelect: () => onCopy(rowJson(answer, index)),
      },
      {
        id: 'details',
        label: 'Show row details',
        icon: <PanelRight />,
        shortcut: 'Space',
        onSelect: () => onPreview(index),
      },
      ...patches,
    ];
  }

  return (
    <DataGrid
      choosesColumns
      label={`Results, ${answer.indexName}`}
      columns={columns}
      rowCount={order.length}
      empty="No row contains the filter text"
      row={(place) => rows[at(place)]}
      selected={selectedPlace < 0 ? null : selectedPlace}
      onSelect={(place) => onSelect(at(place))}
      // The map has the same selection.
      initialRow={Math.max(0, selectedPlace)}
      sort={sort}
      onSort={(column) => setSort(nextSort(sort, column))}
      rowMenu={menu}
      onOpen={(place) => {
        const row = rows[at(place)];
        const id = row ? documentId(row) : null;
        if (id === null) onPreview(at(place));
        else onOpenDocument(id);
      }}
      onKeyDown={(event, place) => {
        if (event.key !== ' ' || event.target !== event.currentTarget) return;
        event.preventDefault();
        if (order.length > 0) onPreview(at(place ?? 0));
      }}
    />
  );
}

export function columnTitle(name: string): string {
  if (name === DISTANCE_COLUMN) return 'Distance';
  if (name === SCORE_COLUMN) return 'Score';
  if (name === HIGHLIGHTS_COLUMN) return 'Highlights';
  return name === ID_COLUMN ? 'Id' : name;
}

/** With the numbers exactly as the server sent them. */
function rowJson(answer: QueryAnswer, index: number): string {
  const results = member(parseJsonText(answer.raw), 'Results')?.value;
  const node = results?.kind === 'array' ? results.items[index] : undefined;
  return node ? formatJson(answer.raw, node, 2) : '';
}

function ResultCell(props: {
  readonly value: unknown;
  readonly column: string;
  readonly distanceUnit: DistanceRows['unit'];
}) {
  const { value, column, distanceUnit } = props;
  if (column === DISTANCE_COLUMN && typeof value === 'number')
    return (
      <span
        className={styles.number}
        title={`${value} ${distanceUnit ?? '(unit of the index, kilometers by default)'}`}
      >
        {distanceText(value, distanceUnit)}
      </span>
    );
  const coordinates = coordinatesText(value);
  if (coordinates !== undefined) return <span className={styles.number}>{coordinates}</span>;
  const { kind, text, inexact } = summarise(value);
  if (kind === 'missing') return null;
  if (inexact)
    return (
      <span title="This number exceeds JavaScript precision. Press Space for the exact value.">≈ {text}</span>
    );
  const date = kind === 'text' ? shortDate(text) : undefined;
  return (
    <span className={styles[kind]} title={date === undefined ? undefined : text}>
      {date ?? text}
    </span>
  );
}

/** The entries of the column chooser. The last visible column cannot be hidden. */
export function columnChoices(
  columns: readonly ResultColumn[],
  hidden: readonly string[],
  onHidden: (hidden: readonly string[]) => void,
): readonly MenuItem[] {
  const visible = columns.filter(({ name }) => !hidden.includes(name));
  return [
    ...columns.map(({ name }): MenuItem => {
      const isHidden = hidden.includes(name);
      return {
        id: name,
        label: `${isHidden ? '' : '✓ '}${columnTitle(name)}`,
        keepOpen: true,
        disabled: !isHidden && visible.length === 1,
        onSelect: () => onHidden(isHidden ? hidden.filter((each) => each !== name) : [...hidden, name]),
      };
    }),
    {
      id: '@all',
      label: 'Show all columns',
      icon: <Columns3 />,
      separated: true,
      disabled: visible.length === columns.length,
      onSelect: () => onHidden([]),
    },
  ];
}
