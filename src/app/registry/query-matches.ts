/** The documents that a query finds: how many, the first of them, or all of their ids. */
import type { DatabaseClient } from '../../protocol/client.ts';
import { counted, isJsonObject, run, type JsonObject, type QueryAnswer } from '../../protocol/queries.ts';
import { formatCount, pluralize } from '../../ui/format.ts';
import { clauseWords, limitOf, withoutLimit } from '../../ui/rql/index.ts';

export interface FoundDocuments {
  /** How many the query finds, within its limit. */
  readonly total: number;
  readonly indexName: string;
  readonly isStale: boolean;
}

export interface FindOptions {
  readonly signal?: AbortSignal | undefined;
  /** Lets the server create an index on a guarded connection, after a confirmation. */
  readonly newIndex?: 'confirm' | undefined;
}

export interface Finds {
  readonly finds: string;
  readonly parameters: JsonObject;
}

export async function countMatches(
  db: DatabaseClient,
  { finds, parameters }: Finds,
  options: FindOptions = {},
): Promise<FoundDocuments> {
  const query = `${withoutLimit(finds)}\nlimit 0`;
  const answer = await run(db, { query, parameters, newIndex: options.newIndex, signal: options.signal });
  return { total: withinLimit(counted(answer), finds, parameters), ...about(answer) };
}

/** Also where the server read only up to the end of the page. */
async function totalOf(
  db: DatabaseClient,
  { total }: QueryAnswer,
  found: Finds,
  options: FindOptions,
): Promise<number> {
  return total === null
    ? (await countMatches(db, found, options)).total
    : withinLimit(total, found.finds, found.parameters);
}

/** The first documents of a query, in its order. */
export async function firstMatches(
  db: DatabaseClient,
  { finds, parameters }: Finds,
  count: number,
  options: FindOptions = {},
): Promise<FoundDocuments & { readonly ids: readonly string[]; readonly rows: readonly JsonObject[] }> {
  const limit = limitOf(finds, parameters);
  const take = Math.min(count, limit?.take ?? count);
  const query = `${withoutLimit(finds)}\nlimit ${limit?.skip ?? 0}, ${take}`;
  const answer = await run(db, { query, parameters, newIndex: options.newIndex, signal: options.signal });
  const rows = answer.rows.filter((row) => idOf(row) !== null);
  return {
    total: await totalOf(db, answer, { finds, parameters }, options),
    ...about(answer),
    ids: rows.map((row) => idOf(row) ?? ''),
    rows,
  };
}

/** Ids are held in memory and sent one by one: more need an operation of the server. */
export const MAX_IDS = 100_000;
const PAGE = 5_000;

/** Throws when the query finds more than MAX_IDS. */
export async function allIds(
  db: DatabaseClient,
  { finds, parameters }: Finds,
  options: FindOptions & { readonly onProgress?: (done: number, total: number) => void } = {},
): Promise<readonly string[]> {
  const limit = limitOf(finds, parameters);
  const source = onlyIds(withoutLimit(finds));
  const ids = new Set<string>();
  let skip = limit?.skip ?? 0;
  let left = limit?.take ?? Number.POSITIVE_INFINITY;
  let total: number | undefined;
  while (left > 0) {
    const take = Math.min(PAGE, left);
    const answer = await run(db, {
      query: `${source}\nlimit ${skip}, ${take}`,
      parameters,
      newIndex: options.newIndex,
      signal: options.signal,
    });
    total ??= await totalOf(db, answer, { finds, parameters }, options);
    if (total > MAX_IDS)
      throw new Error(
        `The query finds ${pluralize(total, 'document')}. Above ${formatCount(MAX_IDS)} they cannot be changed one by one: choose “Stop” for failures, or narrow the query.`,
      );
    for (const row of answer.rows) {
      const id = idOf(row);
      if (id !== null) ids.add(id);
    }
    options.onProgress?.(ids.size, total);
    if (answer.rows.length < take) break;
    skip += take;
    left -= take;
  }
  return [...ids];
}

/** Without the content of the documents, where the query itself does not choose what it returns. */
function onlyIds(query: string): string {
  const chosen = clauseWords(query).some((word) => ['select', 'include'].includes(word.text.toLowerCase()));
  return chosen ? query : `${query}\nselect id()`;
}

function idOf(row: JsonObject): string | null {
  const metadata = row['@metadata'];
  const id = isJsonObject(metadata) ? metadata['@id'] : undefined;
  return typeof id === 'string' && id !== '' ? id : null;
}

function withinLimit(total: number, finds: string, parameters: JsonObject): number {
  const limit = limitOf(finds, parameters);
  const left = Math.max(0, total - (limit?.skip ?? 0));
  return Math.min(left, limit?.take ?? left);
}

function about({ indexName, isStale }: QueryAnswer): Omit<FoundDocuments, 'total'> {
  return { indexName, isStale };
}
