/** What a query reads on its server: its index with the definition, and the collections with their sizes. */
import { PortError } from '../../../contract/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionStats } from '../../../protocol/collections.ts';
import { isAutoIndex } from '../../../protocol/index-creation.ts';
import { getDefinition, type IndexDefinition } from '../../../protocol/index-definitions.ts';
import { getIndexStats } from '../../../protocol/index-stats.ts';
import { counted, run, type JsonObject } from '../../../protocol/queries.ts';
import { isCollectionRead } from '../plan/missing-plan.ts';
import { documentId } from '../results/result-columns.ts';
import { pagedQuery } from './paged-query.ts';

export interface SourceCollection {
  /** Null: all documents of the database. */
  readonly name: string | null;
  readonly documents: number;
}

export interface QuerySource {
  /** As the server names it: `Auto/Orders/ByCompany`, `collection/Orders`. */
  readonly indexName: string;
  /** To be created in the sandbox; null where the sandbox creates an automatic index, or none. */
  readonly definition: IndexDefinition | null;
  readonly collections: readonly SourceCollection[];
  readonly matches: number;
  /** Why the matching documents cannot be copied; null when they can. */
  readonly noMatching: string | null;
}

export interface QueryText {
  readonly query: string;
  readonly parameters: JsonObject;
}

/** Only reads. A query that needs a new index fails. */
export async function readQuerySource(
  db: DatabaseClient,
  { query, parameters }: QueryText,
  signal?: AbortSignal,
): Promise<QuerySource> {
  const page = (take: number) =>
    run(db, {
      query: pagedQuery(query, { skip: 0, take, includes: false }),
      parameters,
      newIndex: 'refuse',
      signal,
    });
  const answer = await page(1);
  const { indexName } = answer;
  const reading: IndexReading | Promise<IndexReading> = isCollectionRead(indexName)
    ? { collections: [collectionOfRead(indexName)], definition: null }
    : readIndex(db, indexName, signal);
  const [sizes, read] = await Promise.all([getCollectionStats(db, signal ? { signal } : {}), reading]);
  return {
    indexName,
    definition: read.definition,
    collections: read.collections.map((name) => ({
      name,
      documents:
        name === null
          ? sizes.documents
          : (sizes.collections.find((each) => each.name === name)?.documents ?? 0),
    })),
    matches: answer.total ?? counted(await page(0)),
    noMatching:
      answer.rows.length === 0
        ? 'The query matches no document.'
        : answer.rows.some((row) => documentId(row) === null)
          ? 'The results are computed and have no document ids.'
          : null,
  };
}

interface IndexReading {
  readonly collections: readonly (string | null)[];
  readonly definition: IndexDefinition | null;
}

async function readIndex(
  db: DatabaseClient,
  name: string,
  signal: AbortSignal | undefined,
): Promise<IndexReading> {
  const options = signal ? { signal } : {};
  const index = (await getIndexStats(db, options)).find((each) => each.name === name);
  if (!index)
    throw new PortError({
      code: 'bad-request',
      message: `The server no longer has the index ${name}. Run the query again.`,
    });
  if (index.sourceType !== null && index.sourceType !== 'Documents')
    throw new PortError({
      code: 'unsupported',
      message: `The index ${name} reads ${index.sourceType === 'TimeSeries' ? 'time series' : index.sourceType.toLowerCase()}, which are not copied. Only indexes over documents can be reproduced.`,
    });
  const definition = isAutoIndex(name) ? null : await getDefinition(db, name, options);
  if (!isAutoIndex(name) && definition === null)
    throw new PortError({
      code: 'bad-request',
      message: `The server sent no definition of the index ${name}. Run the query again.`,
    });
  return {
    definition,
    collections: index.collections.includes(ALL_DOCUMENTS) ? [null] : index.collections,
  };
}

const ALL_DOCUMENTS = '@all_docs';
const COLLECTION_READ = 'collection/';

function collectionOfRead(indexName: string): string | null {
  return indexName.startsWith(COLLECTION_READ) ? indexName.slice(COLLECTION_READ.length) : null;
}

/** Documents of all collections that the query reads. */
export function sourceDocuments({ collections }: QuerySource): number {
  return collections.reduce((sum, { documents }) => sum + documents, 0);
}
