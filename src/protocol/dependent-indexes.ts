/** The indexes that index a document again when it changes: those that map it, and those that load it. */
import type { DatabaseClient, RequestOptions } from './client.ts';
import { getDefinition, type IndexDefinition } from './index-definitions.ts';
import { mapLoads, type MapLoads } from './index-loads.ts';
import { getIndexStats, type IndexStats } from './index-stats.ts';
import { run } from './queries.ts';
import { ServerError } from './server-error.ts';
import { rqlPath, rqlText } from './rql-text.ts';

/**
 * - `index`: entries of the index itself, counted by a query;
 * - `auto-index`: documents that refer to it, counted by a query that an auto-index answers;
 * - `limit`: all entries of the index, because the definition computes the id that it loads;
 * - `unknown`: the server reports no number.
 */
export type CountEvidence = 'index' | 'auto-index' | 'limit' | 'unknown';

export interface DependentIndex {
  readonly index: string;
  /** `maps`: it indexes the document; `loads`: it indexes documents that load it. */
  readonly relation: 'maps' | 'loads';
  /** Null for `unknown`. */
  readonly count: number | null;
  readonly evidence: CountEvidence;
  /** A map-reduce index reduces the groups of these entries again. */
  readonly reduces: boolean;
  /** Where a map-reduce index writes its groups as documents, and the indexes that index or load those. */
  readonly output: { readonly collection: string; readonly indexes: readonly string[] } | null;
  /** The count is of an index with pending changes. */
  readonly isStale: boolean;
}

export interface ChangedDocument {
  readonly id: string;
  readonly collection: string;
}

type Signal = Pick<RequestOptions, 'signal'>;

/** Those that load documents of the collection; the counts cost one query per index, which counts as a use of it. */
export async function getLoadingIndexes(
  db: DatabaseClient,
  document: ChangedDocument,
  options: Signal = {},
): Promise<readonly DependentIndex[]> {
  return loadingIndexes(db, document, await getIndexStats(db, options), options);
}

/** All of them: those that map the document first. */
export async function getDependentIndexes(
  db: DatabaseClient,
  document: ChangedDocument,
  options: Signal = {},
): Promise<readonly DependentIndex[]> {
  const stats = await getIndexStats(db, options);
  const mapping = stats.filter(({ collections, type }) => type !== 'Faulty' && maps(collections, document));
  const [mapped, loading] = await Promise.all([
    Promise.all(mapping.map((index) => mappedEntries(db, document, index, stats, options))),
    loadingIndexes(db, document, stats, options),
  ]);
  return [...mapped, ...loading];
}

function maps(collections: readonly string[], { collection }: ChangedDocument): boolean {
  return includes(collections, collection) || includes(collections, '@all_docs');
}

function includes(names: readonly string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name.toLowerCase());
}

function loadingIndexes(
  db: DatabaseClient,
  document: ChangedDocument,
  stats: readonly IndexStats[],
  options: Signal,
): Promise<readonly DependentIndex[]> {
  const loading = stats.filter(
    ({ type, referencedCollections }) =>
      type !== 'Faulty' && includes(referencedCollections, document.collection),
  );
  return Promise.all(loading.map((index) => loadedEntries(db, document, index, stats, options)));
}

function isMapReduce({ type }: IndexStats): boolean {
  return type.endsWith('MapReduce');
}

function baseOf(index: IndexStats, stats: readonly IndexStats[]) {
  const { outputCollection: collection } = index;
  const readers = stats.filter(
    ({ name, collections, referencedCollections }) =>
      collection !== null &&
      name !== index.name &&
      (includes(collections, collection) ||
        includes(collections, '@all_docs') ||
        includes(referencedCollections, collection)),
  );
  return {
    index: index.name,
    reduces: isMapReduce(index),
    isStale: index.isStale,
    output: collection === null ? null : { collection, indexes: readers.map(({ name }) => name) },
  };
}

async function mappedEntries(
  db: DatabaseClient,
  { id }: ChangedDocument,
  index: IndexStats,
  stats: readonly IndexStats[],
  options: Signal,
): Promise<DependentIndex> {
  const base = { ...baseOf(index, stats), relation: 'maps' } as const;
  // Entries of a map-reduce index are groups: they do not name documents.
  if (isMapReduce(index)) return { ...base, count: null, evidence: 'unknown' };
  const count = await countIn(db, `from index ${rqlText(index.name)} where id() = $id limit 0`, id, options);
  return count === null ? { ...base, count, evidence: 'unknown' } : { ...base, count, evidence: 'index' };
}

async function loadedEntries(
  db: DatabaseClient,
  { id, collection }: ChangedDocument,
  index: IndexStats,
  stats: readonly IndexStats[],
  options: Signal,
): Promise<DependentIndex> {
  const base = { ...baseOf(index, stats), relation: 'loads' } as const;
  const definition = await getDefinition(db, index.name, options);
  const plan = definition && countPlan(definition, index, collection);
  if (plan?.ofIndex) {
    const count = await countIn(db, plan.ofIndex, id, options);
    if (count !== null) return { ...base, count, evidence: 'index' };
  }
  if (plan?.ofCollection) {
    const count = await countIn(db, plan.ofCollection, id, options);
    if (count !== null) return { ...base, count, evidence: 'auto-index' };
  }
  // Entries of a map-reduce index are groups, fewer than the documents that are mapped again.
  const limit = isMapReduce(index) ? null : index.entries;
  return { ...base, count: limit, evidence: limit === null ? 'unknown' : 'limit' };
}

export interface CountPlan {
  /** Counts entries of the index that hold the id; null where no field holds it unchanged. */
  readonly ofIndex: string | null;
  /** Counts documents that hold the id; needs an auto-index. */
  readonly ofCollection: string | null;
}

/** Null when the definition computes what it loads, so that only the number of all entries is certain. Pure. */
export function countPlan(
  definition: IndexDefinition,
  index: Pick<IndexStats, 'name' | 'type'>,
  collection: string,
): CountPlan | null {
  const maps = definition.Maps;
  if (!Array.isArray(maps) || maps.length !== 1) return null;
  const [map] = maps as readonly unknown[];
  if (typeof map !== 'string') return null;
  const { source, loads, fields } = mapLoads(map);
  const paths: string[] = [];
  for (const load of loads) {
    if (load.collection !== null && load.collection.toLowerCase() !== collection.toLowerCase()) continue;
    // A computed collection or id can be any document.
    if (load.collection === null || load.path === null) return null;
    if (!paths.includes(load.path)) paths.push(load.path);
  }
  if (paths.length === 0) return null;
  const isReduced = index.type.endsWith('MapReduce');
  const inIndex = isReduced ? null : conditionOf(paths, (path) => searchableField(definition, fields, path));
  const inDocuments = conditionOf(paths, (path) => path);
  return {
    ofIndex: inIndex === null ? null : `from index ${rqlText(index.name)} where ${inIndex} limit 0`,
    ofCollection: source === null ? null : `from ${rqlText(source)} where ${inDocuments ?? ''} limit 0`,
  };
}

function conditionOf(paths: readonly string[], field: (path: string) => string | null): string | null {
  const fields = paths.map(field);
  if (fields.includes(null)) return null;
  return fields.map((each) => `${rqlPath(each ?? '')} = $id`).join(' or ');
}

/** The field that holds a path, unless its options change how an id is found in it. */
function searchableField(
  { Fields: options }: IndexDefinition,
  fields: MapLoads['fields'],
  path: string,
): string | null {
  const field = fields.get(path);
  if (field === undefined) return null;
  const known = typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
  for (const name of [field, '__all_fields']) {
    const of = known[name];
    if (typeof of !== 'object' || of === null) continue;
    const { Indexing: indexing, Analyzer: analyzer } = of as Record<string, unknown>;
    if ((analyzer ?? null) !== null) return null;
    if ((indexing ?? null) !== null && indexing !== 'Default' && indexing !== 'Exact') return null;
  }
  return field;
}

/** Null when the server refuses the query: no auto-index matches, or the index cannot answer it. */
async function countIn(
  db: DatabaseClient,
  query: string,
  id: string,
  { signal }: Signal,
): Promise<number | null> {
  try {
    return (await run(db, { query, parameters: { id }, newIndex: 'refuse', signal })).total;
  } catch (thrown) {
    if (thrown instanceof ServerError) return null;
    throw thrown;
  }
}
