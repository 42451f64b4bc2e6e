/** The requests of an export. The page names a query, ids or a prefix of ids; the addresses are made here. */
import type { Connection, ExportRequest } from '../../../src/contract/index.ts';
import type { RequestToJudge } from '../policy/decide.ts';

/** The first row can take as long as the query. */
const FIRST_ROW_MS = 600_000;
/** Ids of one request: few enough for a short body, many enough to hide the time of a round trip. */
const IDS_PER_REQUEST = 1_000;
const json = { 'content-type': 'application/json' };

/** One after another. Made when they are sent: all bodies of a long list together would hold each id twice. */
export function* streamRequests({ database, source }: ExportRequest): Generator<RequestToJudge> {
  const below = `/databases/${encodeURIComponent(database)}/streams`;
  if (source.kind === 'documents') {
    const prefix = source.startsWith === '' ? '' : `&startsWith=${encoded(source.startsWith)}`;
    yield { method: 'GET', path: `${below}/docs?format=jsonl${prefix}`, timeoutMs: FIRST_ROW_MS };
    return;
  }
  const query = (Query: string, QueryParameters: Readonly<Record<string, unknown>>): RequestToJudge => ({
    method: 'POST',
    path: `${below}/queries?format=jsonl`,
    headers: json,
    body: JSON.stringify({ Query, QueryParameters }),
    timeoutMs: FIRST_ROW_MS,
  });
  if (source.kind === 'query') {
    yield query(source.query, source.parameters);
    return;
  }
  // A query by ids reads the documents themselves, archived ones too, and no server makes an index for it.
  for (let first = 0; first < source.ids.length; first += IDS_PER_REQUEST)
    yield query('from @all_docs where id() in ($ids)', {
      ids: source.ids.slice(first, first + IDS_PER_REQUEST),
    });
}

/**
 * The same query without a row, which may not create an index. RavenDB builds an index for a streamed query whatever the
 * request says, so an export that must not cause one is sent only after this was answered. Undefined when no such
 * answer is needed: documents need no index, and with full access the user may let the server build one.
 */
export function indexCheck(
  { mode }: Connection,
  { database, source }: ExportRequest,
): RequestToJudge | undefined {
  if (source.kind !== 'query' || (mode === 'full' && !source.noNewIndex)) return undefined;
  return {
    method: 'POST',
    path: `/databases/${encodeURIComponent(database)}/queries?disableAutoIndexCreation=true`,
    headers: json,
    body: JSON.stringify({ Query: source.query, QueryParameters: source.parameters, PageSize: 0 }),
    timeoutMs: FIRST_ROW_MS,
  };
}

/** Also the signs that a URL leaves alone and the policy refuses. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}
