/** The rows: as a table, as JSON or on a map, with row details, copy and export. */
import {
  Braces,
  Columns3,
  Download,
  FileJson2,
  FileSpreadsheet,
  Map as MapIcon,
  PanelRight,
  SearchX,
  Table2,
  TriangleAlert,
} from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { ExportDialog, useSession, useWriteRefusal, type ExportChoice } from '../../../app/registry/index.ts';
import { formatJson, member, parseJsonText } from '../../../protocol/json-text.ts';
import type { JsonObject, QueryAnswer } from '../../../protocol/queries.ts';
import { CodeEditor } from '../../../ui/editor/index.ts';
import {
  Button,
  CopyButton,
  EmptyState,
  fileName,
  formatCount,
  IconButton,
  Menu,
  pluralize,
  saveFile,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
} from '../../../ui/index.ts';
import { isFacetResult } from './facet-rows.ts';
import {
  exportChoices,
  exportedColumns,
  noFullExport,
  type ExportChoice as ExportedQuery,
} from './full-export.ts';
import { matchingRows } from './filter-rows.ts';
import { FacetsTable } from './facets-table.tsx';
import { withRanking } from './ranked-rows.ts';
import { RowNotes } from './row-notes.tsx';
import styles from '../query.module.css';
import { hasFilter } from '../../../ui/rql/index.ts';
import { documentId, findColumns } from './result-columns.ts';
import { columnChoices, ResultsTable } from './results-table.tsx';
import { pointSource } from './map/row-points.ts';
import { ResultsMap } from './map/results-map.tsx';
import { queryShapes } from './map/spatial-shapes.ts';
import { facetsToCsv, toCsv, toJson } from './results-csv.ts';
import { isSuggestionResult } from './suggestion-rows.ts';
import { SuggestionsTable } from './suggestions-table.tsx';
import { DISTANCE_COLUMN, withDistances } from './spatial-distance.ts';

/** Above this number of rows a notice suggests a limit. */
const MANY_ROWS = 5000;

export type ShownAs = 'table' | 'json' | 'map';

interface ResultsPaneProps {
  readonly answer: QueryAnswer;
  readonly query: string;
  readonly parameters: JsonObject;
  readonly database: string;
  readonly limited: boolean;
  /** The query was sent with the option that no index is created for it. */
  readonly noNewIndex: boolean;
  readonly shownAs: ShownAs;
  readonly onShownAs: (shownAs: ShownAs) => void;
  readonly hiddenColumns: readonly string[];
  readonly onHiddenColumns: (hidden: readonly string[]) => void;
  readonly onOpenDocument: (id: string, split?: boolean) => void;
}

export function ResultsPane({
  answer,
  query,
  parameters,
  database,
  limited,
  noNewIndex,
  shownAs,
  onShownAs,
  hiddenColumns,
  onHiddenColumns,
  onOpenDocument,
}: ResultsPaneProps) {
  const session = useSession();
  const refusal = useWriteRefusal(session.connectionId);
  const facets = useMemo(() => isFacetResult(answer.rows), [answer.rows]);
  const suggestions = useMemo(() => isSuggestionResult(answer.rows), [answer.rows]);
  const aggregated = facets || suggestions;
  const distances = useMemo(
    () => withDistances(answer.rows, query, parameters),
    [answer.rows, query, parameters],
  );
  const rows = useMemo(
    () => withRanking(distances?.rows ?? answer.rows, query, answer.extras),
    [distances, answer, query],
  );
  const columns = useMemo(() => findColumns(rows), [rows]);
  const source = useMemo(
    () => (aggregated ? null : pointSource(answer.rows, query)),
    [aggregated, answer.rows, query],
  );
  const shapes = useMemo(() => queryShapes(query, parameters), [query, parameters]);
  const hasMap = !aggregated && (source !== null || shapes.shapes.length > 0);
  const asJson = shownAs === 'json';
  const asMap = shownAs === 'map' && hasMap;
  const [row, setRow] = useState<{ answer: QueryAnswer; index: number } | null>(null);
  const [exporting, setExporting] = useState(false);
  const [wantsPreview, setWantsPreview] = useState(false);
  const selected = row?.answer === answer ? row.index : null;
  const preview = wantsPreview && !asJson && selected !== null ? selected : null;

  // Columns of another query can all have hidden names: then they are shown.
  const visibleColumns = useMemo(() => {
    const chosen = columns.filter(({ name }) => !hiddenColumns.includes(name));
    return chosen.length === 0 ? columns : chosen;
  }, [columns, hiddenColumns]);

  const [typed, setTyped] = useState({ query, text: '' });
  // A filter that was typed for another query does not hide rows of this one.
  const filterText = typed.query === query ? typed.text : '';
  const settledFilter = useDeferredValue(filterText);
  const matching = useMemo(
    () => (aggregated || asJson || asMap ? null : matchingRows(rows, visibleColumns, settledFilter)),
    [aggregated, asJson, asMap, rows, visibleColumns, settledFilter],
  );

  // A map without points still shows where the query searched.
  if (answer.rows.length === 0 && !asMap)
    return (
      <EmptyState
        icon={<SearchX />}
        title={
          answer.total !== 0
            ? 'No results on this page'
            : answer.isStale
              ? 'No documents match yet'
              : 'No documents match'
        }
        text={
          answer.total === 0 && answer.isStale
            ? 'The index is stale, so results may be missing. Run the query again, or select “Wait for non-stale results” in the query options.'
            : answer.total === 0
              ? 'The query is valid, but no documents match. Check the spelling of field names and values.'
              : answer.total === null
                ? 'The server did not count the matches. Limit, offset or filter can exclude them.'
                : `${formatCount(answer.total)} match, but limit or offset excludes them.`
        }
      />
    );

  const csv = (): string =>
    facets
      ? facetsToCsv(answer.rows)
      : toCsv(
          answer.raw,
          distances?.rows.map((each) => each[DISTANCE_COLUMN]),
        );
  const exported = exportedColumns(query, visibleColumns, distances?.unit !== undefined);
  const [firstChoice = { value: 'all' as const, query }, ...furtherChoices] = exportChoices(query);
  const filters = hasFilter(query);
  const toChoice = (choice: ExportedQuery): ExportChoice => {
    // The server counts before `filter`.
    const matches = choice.value === 'all' && !filters ? answer.total : null;
    const expected = choice.value === 'written' ? answer.rows.length : limited ? matches : answer.rows.length;
    return {
      label:
        choice.value === 'written'
          ? `With the limit of the query (${pluralize(answer.rows.length, 'row')})`
          : `Without limit${expected === null ? '' : ` (${pluralize(expected, 'row')})`}`,
      source: { kind: 'query', query: choice.query, parameters: { ...parameters }, noNewIndex },
      expected,
    };
  };

  const select = (index: number): void => setRow({ answer, index });
  const table = asMap ? (
    <ResultsMap
      rows={distances?.rows ?? answer.rows}
      source={source}
      shapes={shapes}
      distanceUnit={distances?.unit}
      database={database}
      selected={selected}
      onSelect={select}
      onOpenDocument={onOpenDocument}
    />
  ) : facets ? (
    <FacetsTable facets={answer.rows} onSelect={select} />
  ) : suggestions ? (
    <SuggestionsTable results={answer.rows} query={query} database={database} onSelect={select} />
  ) : (
    <ResultsTable
      answer={answer}
      rows={rows}
      distanceUnit={distances?.unit}
      columns={visibleColumns}
      matching={matching}
      onCopy={(text) => {
        navigator.clipboard
          .writeText(text)
          .catch((thrown: unknown) => session.reportError(thrown, 'Copying the row'));
      }}
      patch={{
        refusal,
        document: (id) => session.openScreen('patch', { params: { ids: JSON.stringify([id]) }, database }),
        query: () =>
          session.openScreen('patch', {
            params: { query, parameters: JSON.stringify(parameters) },
            database,
          }),
      }}
      selected={selected}
      onSelect={select}
      onOpenDocument={onOpenDocument}
      onPreview={(index) => {
        setRow({ answer, index });
        setWantsPreview((shown) => !shown || index !== selected);
      }}
    />
  );
  return (
    <div className={styles.column}>
      <Toolbar label="Results">
        <IconButton
          label="Show as table"
          icon={<Table2 />}
          pressed={!asJson && !asMap}
          onClick={() => onShownAs('table')}
        />
        <IconButton
          label="Show as JSON"
          icon={<Braces />}
          pressed={asJson}
          onClick={() => onShownAs('json')}
        />
        <IconButton
          label="Show as map"
          icon={<MapIcon />}
          pressed={asMap}
          onClick={() => onShownAs('map')}
          disabledReason={
            hasMap ? undefined : 'No map: no row has coordinates, and the query has no circle or shape.'
          }
        />
        <ToolbarSeparator />
        <IconButton
          label="Show row details"
          shortcut="Space"
          icon={<PanelRight />}
          pressed={preview !== null}
          disabled={asJson}
          onClick={() => {
            if (selected === null) setRow({ answer, index: 0 });
            setWantsPreview(preview === null);
          }}
        />
        <Menu
          trigger={
            <IconButton label="Choose columns" icon={<Columns3 />} disabled={asJson || asMap || aggregated} />
          }
          items={columnChoices(columns, hiddenColumns, onHiddenColumns)}
        />
        {!asJson && !asMap && !aggregated && (
          <div className={styles.rowFilter}>
            <TextField
              label="Filter shown rows"
              hideLabel
              type="search"
              placeholder="Filter shown rows"
              value={filterText}
              onChange={(text) => setTyped({ query, text })}
            />
          </div>
        )}
        {matching && (
          <span role="status" className={styles.rowCount}>
            {formatCount(matching.size)} of {pluralize(rows.length, 'row')}
          </span>
        )}
        <ToolbarSpace />
        <CopyButton label="Copy JSON" text={() => toJson(answer.raw)} />
        <Menu
          align="end"
          trigger={
            <Button variant="ghost" icon={<Download />}>
              Export
            </Button>
          }
          items={[
            {
              id: 'full',
              label: 'Complete result…',
              hint: noFullExport(query) ?? 'CSV, NDJSON or JSON, written while it arrives',
              icon: <Download />,
              disabled: noFullExport(query) !== null,
              onSelect: () => setExporting(true),
            },
            {
              id: 'csv',
              label: 'Shown rows as CSV',
              hint: facets
                ? 'one line per range or term'
                : matching
                  ? 'all rows, also those that the filter hides'
                  : 'all columns, exact numbers, nested values as JSON',
              icon: <FileSpreadsheet />,
              separated: true,
              onSelect: () => saveFile(fileName('results', database, 'csv'), 'text/csv', csv()),
            },
            {
              id: 'json',
              label: 'Shown rows as JSON',
              hint: matching ? 'all rows, also those that the filter hides' : 'exact numbers from the server',
              icon: <FileJson2 />,
              onSelect: () =>
                saveFile(fileName('results', database, 'json'), 'application/json', toJson(answer.raw)),
            },
          ]}
        />
      </Toolbar>
      {exporting && (
        <ExportDialog
          what="result"
          connectionId={session.connectionId}
          database={database}
          choices={[toChoice(firstChoice), ...furtherChoices.map(toChoice)]}
          fileName={`results-${database}`}
          shownColumns={exported.names}
          note={exported.note}
          onClose={() => setExporting(false)}
        />
      )}
      {answer.rows.length > MANY_ROWS && !limited && (
        <p className={styles.warning} role="status">
          <TriangleAlert size={14} aria-hidden="true" />
          {pluralize(answer.rows.length, 'row')} returned because the query has no limit. On a busy server,
          add a line like <code>limit 100</code>.
        </p>
      )}
      <div className={styles.rowAndDetails}>
        <div className={styles.main}>{asJson ? <ResultsJson answer={answer} /> : table}</div>
        {preview !== null && (
          <aside className={styles.preview} aria-label="Row details">
            <RowNotes extras={answer.extras} id={documentId(answer.rows[preview] ?? {})} />
            <div className={styles.fill}>
              <RowDetails answer={answer} index={preview} />
            </div>
          </aside>
        )}
      </div>
    </div>
  );
}

function ResultsJson({ answer }: { readonly answer: QueryAnswer }) {
  const text = useMemo(() => toJson(answer.raw), [answer]);
  return <CodeEditor label="Results as JSON" language="json" value={text} readOnly />;
}

function RowDetails({ answer, index }: { readonly answer: QueryAnswer; readonly index: number }) {
  const rows = useMemo(() => {
    const results = member(parseJsonText(answer.raw), 'Results')?.value;
    return results?.kind === 'array' ? results.items : [];
  }, [answer]);
  const node = rows[index];
  return (
    <CodeEditor
      label={`Details of row ${index + 1}`}
      language="json"
      value={node ? formatJson(answer.raw, node, 2) : ''}
      readOnly
      lineNumbers={false}
      wordWrap
    />
  );
}
