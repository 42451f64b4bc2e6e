/** The requests of an export. The page names a query or a prefix of ids; the addresses are made here. */
import type { Connection, ExportRequest } from '../../../src/contract/index.ts';
import type { RequestToJudge } from '../policy/decide.ts';

/** The first row can take as long as the query. */
const FIRST_ROW_MS = 600_000;
const json = { 'content-type': 'application/json' };

export function streamRequest({ database, source }: ExportRequest): RequestToJudge {
  const below = `/databases/${encodeURIComponent(database)}/streams`;
  return source.kind === 'query'
    ? {
        method: 'POST',
        path: `${below}/queries?format=jsonl`,
        headers: json,
        body: JSON.stringify({ Query: source.query, QueryParameters: source.parameters }),
        timeoutMs: FIRST_ROW_MS,
      }
    : {
        method: 'GET',
        path: `${below}/docs?format=jsonl${source.startsWith === '' ? '' : `&startsWith=${encoded(source.startsWith)}`}`,
        timeoutMs: FIRST_ROW_MS,
      };
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
