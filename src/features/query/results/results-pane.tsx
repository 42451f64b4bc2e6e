/** The rows: as a table or as JSON, with row details, copy and export. */
import {
  Braces,
  Columns3,
  Download,
  FileJson2,
  FileSpreadsheet,
  PanelRight,
  SearchX,
  Table2,
  TriangleAlert,
} from 'lucide-react';
import { useMemo, useState } from 'react';
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
import { FacetsTable } from './facets-table.tsx';
import { withRanking } from './ranked-rows.ts';
import { RowNotes } from './row-notes.tsx';
import styles from '../query.module.css';
import { hasFilter } from '../../../ui/rql/index.ts';
import { documentId, findColumns } from './result-columns.ts';
import { columnChoices, ResultsTable } from './results-table.tsx';
import { facetsToCsv, toCsv, toJson } from './results-csv.ts';
import { DISTANCE_COLUMN, withDistances } from './spatial-distance.ts';

/** Above this number of rows a notice suggests a limit. */
const MANY_ROWS = 5000;

interface ResultsPaneProps {
  readonly answer: QueryAnswer;
  readonly query: string;
  readonly parameters: JsonObject;
  readonly database: string;
  readonly limited: boolean;
  /** The query was sent with the option that no index is created for it. */
  readonly noNewIndex: boolean;
  readonly asJson: boolean;
  readonly onAsJson: (asJson: boolean) => void;
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
  asJson,
  onAsJson,
  hiddenColumns,
  onHiddenColumns,
  onOpenDocument,
}: ResultsPaneProps) {
  const session = useSession();
  const refusal = useWriteRefusal(session.connectionId);
  const facets = useMemo(() => isFacetResult(answer.rows), [answer.rows]);
  const distances = useMemo(
    () => withDistances(answer.rows, query, parameters),
    [answer.rows, query, parameters],
  );
  const rows = useMemo(
    () => withRanking(distances?.rows ?? answer.rows, query, answer.extras),
    [distances, answer, query],
  );
  const columns = useMemo(() => findColumns(rows), [rows]);
  const [row, setRow] = useState<{ answer: QueryAnswer; index: number } | null>(null);
  const [exporting, setExporting] = useState(false);
  const [wantsPreview, setWantsPreview] = useState(false);
  const selected = row?.answer === answer ? row.index : null;
  const preview = wantsPreview && !asJson && selected !== null ? selected : null;

  // Columns of another query can all have hidden names: then they are shown.
  const chosen = columns.filter(({ name }) => !hiddenColumns.includes(name));
  const visibleColumns = chosen.length === 0 ? columns : chosen;

  if (answer.rows.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title={
          answer.total > 0
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

  const table = facets ? (
    <FacetsTable facets={answer.rows} onSelect={(index) => setRow({ answer, index })} />
  ) : (
    <ResultsTable
      answer={answer}
      rows={rows}
      distanceUnit={distances?.unit}
      columns={visibleColumns}
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
      onSelect={(index) => setRow({ answer, index })}
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
          pressed={!asJson}
          onClick={() => onAsJson(false)}
        />
        <IconButton label="Show as JSON" icon={<Braces />} pressed={asJson} onClick={() => onAsJson(true)} />
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
          trigger={<IconButton label="Choose columns" icon={<Columns3 />} disabled={asJson || facets} />}
          items={columnChoices(columns, hiddenColumns, onHiddenColumns)}
        />
        <ToolbarSpace />
        <CopyButton label="Copy JSON" text={() => toJson(answer.raw)} />
        <Menu
          align="end"
          trigger={<Button variant="ghost">Export</Button>}
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
                : 'all columns, exact numbers, nested values as JSON',
              icon: <FileSpreadsheet />,
              separated: true,
              onSelect: () => saveFile(fileName('results', database, 'csv'), 'text/csv', csv()),
            },
            {
              id: 'json',
              label: 'Shown rows as JSON',
              hint: 'exact numbers from the server',
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
      <div className={styles.sideBySide}>
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
