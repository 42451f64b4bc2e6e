/** Rows of a collection or of an id prefix, paged through the query cache by the visible range. */
import { useQueries, useQuery, type QueryKey } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { previewCollection, toRow, type DocumentRow } from '../../../protocol/collections.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getDocumentsStartingWith } from '../../../protocol/documents.ts';
import { shownColumns, type ColumnChoice } from './column-choice.ts';
import { findColumns, MAX_COLUMNS } from './columns.ts';
import { COLLECTION, FLAGS, isProperty, LAST_MODIFIED } from './document-columns.tsx';

const PAGE = 64;
/** Rows before and after the visible ones whose page is loaded as well, unless the list was moved further than this. */
const AHEAD = 40;
const SAMPLE = 50;
/** Number of properties in the sample from which the columns are selected. */
const SAMPLE_PROPERTIES = 40;
/** A recent page is reused while scrolling back; a change on the server invalidates it immediately. */
const FRESH_MS = 30_000;

/** The source of the table: a collection (null: all documents), or documents with an id prefix. */
export interface RowSource {
  readonly collection: string | null;
  readonly prefix: string;
}

export interface CollectionRows {
  readonly count: number;
  /** False for a prefix whose end was not reached: the count grows while scrolling. */
  readonly countIsFinal: boolean;
  /** In the order of the table, with the columns of the metadata. */
  readonly columns: readonly string[];
  /** What the table shows until the user chooses. */
  readonly defaultColumns: readonly string[];
  /** Everything that the sampled documents have. */
  readonly availableColumns: readonly string[];
  readonly sample: readonly DocumentRow[];
  readonly loading: boolean;
  readonly error: unknown;
  /** Why the shown rows could not be read again; null when they are current. */
  readonly refreshError: unknown;
  readonly row: (index: number) => DocumentRow | undefined;
  /** The index of a document among the loaded rows. */
  readonly indexOf: (id: string) => number | undefined;
  readonly onVisibleRange: (start: number, end: number) => void;
  readonly retry: () => void;
}

interface RowPage {
  readonly rows: readonly DocumentRow[];
  /** Undefined when the server does not report a count. */
  readonly total: number | undefined;
}

export function rowsKey(database: Database): QueryKey {
  return [...database.key, 'documents', 'rows'];
}

/** `pollMs`: how often visible pages are read again where no feed reports changes; false where one does. */
export function useCollectionRows(
  database: Database,
  source: RowSource,
  choice: Pick<ColumnChoice, 'shown' | 'pinned'>,
  pollMs: number | false = false,
): CollectionRows {
  const { client } = database;
  const { collection, prefix } = source;
  const [range, setRange] = useState({ first: 0, last: 0, seen: 0 });
  const lastStart = useRef(0);

  const sample = useQuery({
    queryKey: [...database.key, 'documents', 'sample', collection, prefix],
    queryFn: ({ signal }) => readSample(client, source, signal),
    staleTime: 5 * 60_000,
  });
  const rowsOfSample = sample.data;
  const showCollection = collection === null || prefix !== '';
  const { defaults, available } = useMemo(() => {
    const properties = findColumns(rowsOfSample ?? [], SAMPLE_PROPERTIES);
    const before = showCollection ? [COLLECTION] : [];
    const after = [LAST_MODIFIED, FLAGS];
    return {
      available: [...before, ...properties, ...after],
      defaults: [...before, ...properties.slice(0, MAX_COLUMNS), ...after],
    };
  }, [rowsOfSample, showCollection]);
  const { shown, pinned } = choice;
  const columns = useMemo(
    () => shownColumns({ shown, pinned, widths: {} }, defaults),
    [shown, pinned, defaults],
  );
  // Sorted, so that another order of the columns does not load the rows again.
  const properties = useMemo(() => columns.filter(isProperty).sort(), [columns]);

  const remembered = useRememberedCount(`${collection ?? ''}\n${prefix}`);
  // Not after the end. Where full pages are followed by an empty one, that one shows the end.
  const last = remembered.final ? Math.min(range.last, pageOf(remembered.count)) : range.last;
  const wanted = useMemo(
    () => Array.from({ length: Math.max(1, last - range.first + 1) }, (_, i) => range.first + i),
    [range, last],
  );
  const pages = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...rowsKey(database), collection, prefix, properties, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPage(client, source, properties, page, signal),
      staleTime: FRESH_MS,
      refetchInterval: pollMs,
      enabled: sample.isSuccess,
    })),
  });

  const byPage = new Map(wanted.map((page, i) => [page, pages[i]?.data]));
  const { count, final } = remembered.update(countRows(byPage));
  const failed = pages.find((page) => page.isError && !page.data);

  const onVisibleRange = useCallback((start: number, end: number) => {
    const ahead = Math.abs(start - lastStart.current) > AHEAD ? 0 : AHEAD;
    lastStart.current = start;
    const seen = pageOf(start);
    const first = pageOf(start - ahead);
    const last = pageOf(Math.max(start, end) + ahead);
    setRange((now) =>
      now.first === first && now.last === last && now.seen === seen ? now : { first, last, seen },
    );
  }, []);

  return {
    count,
    countIsFinal: final,
    columns,
    defaultColumns: defaults,
    availableColumns: available,
    sample: rowsOfSample ?? [],
    loading: sample.isPending || (pages[range.seen - range.first]?.isPending ?? true),
    error: sample.error ?? failed?.error ?? null,
    refreshError: pages.find((page) => page.isError)?.error ?? null,
    row: (index) => byPage.get(Math.floor(index / PAGE))?.rows[index % PAGE],
    indexOf: (id) => {
      for (const [page, data] of byPage) {
        const at = data?.rows.findIndex((row) => row.metadata.id === id) ?? -1;
        if (at >= 0) return page * PAGE + at;
      }
      return undefined;
    },
    onVisibleRange,
    retry: () => {
      void sample.refetch();
      for (const page of pages) void page.refetch();
    },
  };
}

const pageOf = (row: number): number => Math.max(0, Math.floor(row / PAGE));

interface RowCount {
  readonly count: number;
  readonly final: boolean;
}

interface RememberedCount extends RowCount {
  /** Undefined: none of the visible pages is loaded, so the last count stays. */
  readonly update: (counted: RowCount | undefined) => RowCount;
}

/** Keeps the last known count of a source: a table that shrinks while it loads loses its scroll position. */
function useRememberedCount(source: string): RememberedCount {
  const [remembered, setRemembered] = useState<RowCount & { readonly source: string }>();
  const known = remembered?.source === source ? remembered : undefined;
  return {
    count: known?.count ?? 0,
    final: known?.final ?? false,
    update: (counted) => {
      if (counted && !(known?.count === counted.count && known.final === counted.final))
        setRemembered({ source, ...counted });
      return counted ?? known ?? { count: 0, final: true };
    },
  };
}

/** Undefined while no page is loaded. */
function countRows(pages: ReadonlyMap<number, RowPage | undefined>): RowCount | undefined {
  const loaded: { page: number; rows: number }[] = [];
  for (const [page, data] of pages) {
    if (data?.total !== undefined) return { count: data.total, final: true };
    if (data) loaded.push({ page, rows: data.rows.length });
  }
  loaded.sort((left, right) => right.page - left.page);
  // Pages after the end are empty.
  const last = loaded.find(({ rows }) => rows > 0) ?? loaded.at(-1);
  if (last === undefined) return undefined;
  const final = last.rows < PAGE || last !== loaded[0];
  // One more page than known: scrolling there shows whether it exists.
  return { count: last.page * PAGE + last.rows + (final ? 0 : PAGE), final };
}

async function readSample(
  client: DatabaseClient,
  { collection, prefix }: RowSource,
  signal: AbortSignal,
): Promise<readonly DocumentRow[]> {
  if (prefix !== '') {
    const page = { start: 0, pageSize: SAMPLE };
    return (await getDocumentsStartingWith(client, prefix, page, { signal })).map(toRow);
  }
  const page = { start: 0, pageSize: SAMPLE };
  const first = await previewCollection(client, collection, page, [], { signal });
  const properties = first.columns.slice(0, SAMPLE_PROPERTIES);
  if (first.rows.length === 0 || properties.length === 0) return first.rows;
  // Without names the server returns few or no columns, so the request is repeated when the names are known.
  return (await previewCollection(client, collection, page, properties, { signal })).rows;
}

async function readPage(
  client: DatabaseClient,
  { collection, prefix }: RowSource,
  columns: readonly string[],
  page: number,
  signal: AbortSignal,
): Promise<RowPage> {
  const at = { start: page * PAGE, pageSize: PAGE };
  if (prefix !== '')
    return {
      rows: (await getDocumentsStartingWith(client, prefix, at, { signal })).map(toRow),
      total: undefined,
    };
  const read = await previewCollection(client, collection, at, columns, { signal });
  return { rows: read.rows, total: read.total };
}

/** Rows per request when only their ids are needed. */
const ID_PAGE = 1024;

export interface ReadIdsOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** The ids of consecutive rows, in the order of the table. Throws the signal's reason after an abort. */
export async function readIds(
  { client }: Database,
  { collection, prefix }: RowSource,
  first: number,
  count: number,
  { signal, onProgress }: ReadIdsOptions,
): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    signal.throwIfAborted();
    const page = { start: first + ids.length, pageSize: Math.min(ID_PAGE, count - ids.length) };
    const read =
      prefix === ''
        ? (await previewCollection(client, collection, page, [], { signal })).rows
        : await getDocumentsStartingWith(client, prefix, page, { signal });
    ids.push(...read.map(({ metadata }) => metadata.id));
    onProgress(ids.length);
    if (read.length < page.pageSize) break;
  }
  return ids;
}
