/** What a copy reads: its collections or query, counted in the source, with the first cursors and counts. */
import { z } from 'zod';
import { PortError, type CopyCounts, type CopyPlan } from '../../../src/contract/index.ts';
import { allocate, randomPages, type Random } from '../../../src/document-copy/sampling.ts';
import { parsedJson } from '../dumps/parsed-json.ts';
import { collectionsRequest, collectionStatement, countRequest, type Statement } from './copy-requests.ts';
import type { CopySide } from './copy-side.ts';
import type { Cursor } from './copy-state.ts';

const sizes = z.looseObject({ Collections: z.record(z.string(), z.number().int().nonnegative()) });
const counted = z.looseObject({ TotalResults: z.number().int() });

export const HILO = '@hilo';
/** Names of counts that no collection has. */
export const QUERY_NAME = '@query';
export const REFERENCES_NAME = '@references';

/** Whether documents are copied without the ranges of their ids. */
export function isWithoutRanges({ documents }: CopyPlan): boolean {
  if (documents.kind === 'none') return false;
  return documents.kind === 'query' || documents.collections?.includes(HILO) === false;
}

export interface CountedSource {
  /** Null for the query. */
  readonly collection: string | null;
  readonly documents: number;
}

/** Only reads. A query that needs a new index fails. */
export async function countSource(
  source: CopySide,
  { documents }: CopyPlan,
  signal: AbortSignal,
): Promise<readonly CountedSource[]> {
  if (documents.kind === 'none') return [];
  if (documents.kind === 'query') {
    const body = await source.read(countRequest(source.database, documents), 'The query', signal);
    const { TotalResults } = readAs(counted, body);
    if (TotalResults >= 0) return [{ collection: null, documents: TotalResults }];
    throw new PortError({
      code: 'unsupported',
      message: `${source.database} does not count the results of this query, so it cannot be copied. Copy collections instead.`,
    });
  }
  const body = await source.read(collectionsRequest(source.database), 'Counting the documents', signal);
  const all = readAs(sizes, body).Collections;
  const names = documents.collections ?? Object.keys(all).sort((a, b) => a.localeCompare(b));
  return names.map((collection) => ({
    collection,
    documents: Object.hasOwn(all, collection) ? (all[collection] ?? 0) : 0,
  }));
}

export interface FirstCursors {
  readonly cursors: Cursor[];
  readonly counts: CopyCounts[];
}

/** A count that a collection exceeds while it changes faster than it is copied; then the copy ends there. */
const mostRows = (documents: number): number => documents * 2 + 1000;

export function firstCursors(
  plan: CopyPlan,
  sources: readonly CountedSource[],
  random: Random,
): FirstCursors {
  const { sample } = plan;
  const shares =
    sample.kind === 'all'
      ? sources.map(({ documents }) => documents)
      : allocate(
          sample.count,
          sources.map(({ collection, documents }) => (collection === HILO ? 0 : documents)),
        ).map((share, place) => (sources[place]?.collection === HILO ? sources[place].documents : share));
  const cursors = sources.map(({ collection, documents }, place): Cursor => {
    const share = shares[place] ?? 0;
    const isQuery = collection === null;
    // Ranges of ids are not sampled.
    const kind = collection === HILO ? 'all' : sample.kind;
    const first = kind === 'newest' && !isQuery ? documents - share : 0;
    return {
      collection,
      first,
      take: kind === 'all' ? mostRows(documents) : share,
      taken: 0,
      position: kind === 'random' ? 0 : first,
      anchors: [],
      pages: kind === 'random' && !isQuery ? [...randomPages(documents, share, random)] : null,
      ended: kind !== 'all' && share === 0,
    };
  });
  const counts = sources.map(({ collection }, place) =>
    emptyCounts(collection ?? QUERY_NAME, shares[place] ?? 0),
  );
  return { cursors, counts };
}

export const emptyCounts = (name: string, expected: number | null): CopyCounts => ({
  name,
  expected,
  copied: 0,
  skipped: 0,
  rejected: 0,
  artificial: 0,
  bytes: 0,
});

export function statementOf(plan: CopyPlan, { collection }: Cursor): Statement {
  if (collection !== null) return collectionStatement(collection);
  if (plan.documents.kind === 'query') return plan.documents;
  throw new PortError({ code: 'bad-request', message: 'The state of the copy does not belong to its plan.' });
}

function readAs<S extends z.ZodType>(schema: S, body: string): z.output<S> {
  const read = schema.safeParse(parsedJson(body));
  if (read.success) return read.data;
  throw new PortError({
    code: 'not-ravendb',
    message: 'The source did not answer with counts in the format of RavenDB. Check for a proxy in between.',
    detail: z.prettifyError(read.error),
  });
}
