/** The groups of a map-reduce index: mapped entries in a tree of pages, each page with its partial result. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { ServerError } from './server-error.ts';

type Signal = Pick<RequestOptions, 'signal'>;

export interface ReducePage {
  readonly PageNumber: number;
  /** The reduced entries of the page and of all pages below it. */
  readonly AggregationResult?: unknown;
  readonly Children?: readonly ReducePage[] | null | undefined;
  readonly Entries?: readonly ReduceEntry[] | null | undefined;
}
const entry = z.looseObject({ Data: z.unknown(), Source: z.string().nullish().catch(null) });
export type ReduceEntry = z.infer<typeof entry>;

const page: z.ZodType<ReducePage> = z.looseObject({
  PageNumber: z.number(),
  AggregationResult: z.unknown(),
  get Children() {
    return z.array(page).nullish();
  },
  Entries: z.array(entry).nullish(),
});

const tree = z.looseObject({
  /** Identifies the group. */
  Name: z.string(),
  /** The group's key as JSON text. */
  DisplayName: z.string().nullish(),
  Depth: z.number().nullish().catch(null),
  PageCount: z.number().nullish().catch(null),
  NumberOfEntries: z.number().nullish().catch(null),
  Root: page.nullish(),
});
export type ReduceTree = z.infer<typeof tree>;

const trees = z.looseObject({ Results: z.array(tree).nullish() });
const ids = z.looseObject({ Results: z.array(z.string()).nullish() });

export interface ReduceTreePage {
  readonly trees: readonly ReduceTree[];
  /** The number of documents whose groups these are. */
  readonly documents: number;
  /** `start` of the next page; null at the end. */
  readonly next: number | null;
}

const DOCUMENTS = 50;
/** Limits the ids per request, so that no proxy rejects the URL as too long. */
const MAX_QUERY_CHARACTERS = 6000;

/** The groups that a document is reduced into; null where the server has no route for them. */
export function getReduceTreesOf(
  db: DatabaseClient,
  index: string,
  id: string,
  options: Signal = {},
): Promise<ReduceTreePage | null> {
  return unlessMissing(async () => ({
    trees: await readTrees(db, index, [id], options),
    documents: 1,
    next: null,
  }));
}

/** The groups of the next documents of an index; a group is repeated on each page that has a document of it. */
export function getReduceTrees(
  db: DatabaseClient,
  index: string,
  start: number,
  options: Signal = {},
): Promise<ReduceTreePage | null> {
  return unlessMissing(async () => {
    const query = { name: index, op: 'source-doc-ids', start, pageSize: DOCUMENTS };
    const found = (await db.read(ids, 'GET', '/indexes/debug', { query, ...options })).Results ?? [];
    return {
      trees: found.length === 0 ? [] : await readTrees(db, index, found, options),
      documents: found.length,
      next: found.length < DOCUMENTS ? null : start + found.length,
    };
  });
}

async function readTrees(
  db: DatabaseClient,
  index: string,
  documents: readonly string[],
  options: Signal,
): Promise<readonly ReduceTree[]> {
  const found: ReduceTree[] = [];
  for (const docId of chunks(documents)) {
    const query = { name: index, op: 'map-reduce-tree', docId };
    found.push(...((await db.read(trees, 'GET', '/indexes/debug', { query, ...options })).Results ?? []));
  }
  return found;
}

function chunks(documents: readonly string[]): readonly (readonly string[])[] {
  const made: string[][] = [];
  let length = MAX_QUERY_CHARACTERS;
  for (const id of documents) {
    const own = encodeURIComponent(id).length + '&docId='.length;
    if (length + own > MAX_QUERY_CHARACTERS) {
      made.push([]);
      length = 0;
    }
    made.at(-1)?.push(id);
    length += own;
  }
  return made;
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof ServerError && thrown.type === 'RouteNotFoundException') return null;
    throw thrown;
  }
}
