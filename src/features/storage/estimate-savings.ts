/** What compression and archiving would save, for the largest collections. */
import type { DatabaseClient } from '../../protocol/client.ts';
import {
  estimateCompression,
  getCollectionSizes,
  type CompressionEstimate,
} from '../../protocol/compression-estimate.ts';
import { getDocumentsCompression } from '../../protocol/configuration.ts';
import { countDueDocuments, type DueDocuments } from '../../protocol/document-jobs.ts';
import { getIndexStats, type IndexStats } from '../../protocol/index-stats.ts';
import type { SpaceReading } from './space-items.ts';

/** Each costs six requests. */
const MOST_COLLECTIONS = 8;
const ALL_DOCUMENTS = '@all_docs';

export interface CollectionSaving {
  readonly name: string;
  readonly documents: number;
  /** The setting is on for it. */
  readonly compressed: boolean;
  /** Null when it is compressed, or nothing could be measured. */
  readonly compression: CompressionEstimate | null;
  /** The share of the collection in the files of its indexes; null without an index. */
  readonly indexBytes: number | null;
  /** Documents past their archive date; null without an index, which archiving would make smaller. */
  readonly due: DueDocuments | null;
}

export interface EstimatedSavings {
  readonly collections: readonly CollectionSaving[];
  /** Smaller collections that were not measured. */
  readonly left: number;
}

export async function estimateSavings(
  db: DatabaseClient,
  reading: SpaceReading,
  options: { readonly signal: AbortSignal; readonly onCollection: (name: string) => void },
): Promise<EstimatedSavings> {
  const { signal } = options;
  const [all, setting, indexes] = await Promise.all([
    getCollectionSizes(db, { signal }),
    getDocumentsCompression(db, { signal }),
    getIndexStats(db, { signal }),
  ]);
  const documents = new Map(all.map((each) => [each.name.toLowerCase(), each.documents]));
  const covered = new Set(setting?.collections.map((name) => name.toLowerCase()));
  const collections: CollectionSaving[] = [];
  for (const each of all.slice(0, MOST_COLLECTIONS)) {
    options.onCollection(each.name);
    const compressed = setting?.allCollections === true || covered.has(each.name.toLowerCase());
    const indexBytes = indexShare(each.name, documents, indexes, reading);
    collections.push({
      name: each.name,
      documents: each.documents,
      compressed,
      compression: compressed ? null : await estimateCompression(db, each, { signal }),
      indexBytes,
      due:
        indexBytes === null
          ? null
          : await countDueDocuments(db, 'archive', { signal, collection: each.name }),
    });
  }
  return { collections, left: Math.max(0, all.length - MOST_COLLECTIONS) };
}

/** Of an index over several collections, the share by their documents. */
export function indexShare(
  collection: string,
  documents: ReadonlyMap<string, number>,
  indexes: readonly Pick<IndexStats, 'name' | 'collections'>[],
  reading: SpaceReading,
): number | null {
  const sizes = new Map(
    reading.items.filter(({ kind }) => kind === 'index').map(({ name, bytes }) => [name, bytes]),
  );
  const own = documents.get(collection.toLowerCase()) ?? 0;
  let sum: number | null = null;
  for (const { name, collections } of indexes) {
    const bytes = sizes.get(name);
    const names = collections.includes(ALL_DOCUMENTS)
      ? [...documents.keys()]
      : collections.map((each) => each.toLowerCase());
    if (bytes === undefined || !names.includes(collection.toLowerCase())) continue;
    const covered = names.reduce((total, each) => total + (documents.get(each) ?? 0), 0);
    if (covered > 0) sum = (sum ?? 0) + (bytes * own) / covered;
  }
  return sum;
}

/** Of one document; null without an index. */
export function archivableBytes({ documents, indexBytes }: CollectionSaving): number | null {
  return indexBytes === null || documents === 0 ? null : Math.round(indexBytes / documents);
}

/** Of all documents that are due; null without an index. */
export function dueBytes(saving: CollectionSaving): number | null {
  const { documents, indexBytes, due } = saving;
  if (indexBytes === null || due === null || documents === 0) return null;
  return Math.round((indexBytes / documents) * Math.min(due.due, documents));
}
