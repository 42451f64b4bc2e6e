/**
 * What documents compression would save, from a sample of the real documents. The sample is compressed in the host,
 * because neither a page nor a server offers it before the setting is on.
 */
import { MAX_MEASURED_CHARACTERS } from '../contract/index.ts';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { getCollectionSpace } from './collection-space.ts';
import { getCollectionDocuments } from './collections.ts';

type Signal = Pick<RequestOptions, 'signal'>;

export interface CollectionSize {
  readonly name: string;
  readonly documents: number;
  /** Of the stored documents, with ids and metadata; null when the server does not report it. */
  readonly bytes: number | null;
}

/** Collections with documents, largest first, without system collections. */
export async function getCollectionSizes(
  db: DatabaseClient,
  options: Signal = {},
): Promise<readonly CollectionSize[]> {
  return (await getCollectionSpace(db, options))
    .map(({ name, documents }) => ({ name, documents: documents.count ?? 0, bytes: documents.bytes }))
    .filter(({ name, documents }) => documents > 0 && !name.startsWith('@'))
    .sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || a.name.localeCompare(b.name));
}

export interface CompressionEstimate {
  readonly name: string;
  readonly documents: number;
  /** Documents that were read. */
  readonly sampled: number;
  /** In bytes; null when the server does not report the size. */
  readonly now: number | null;
  readonly then: number | null;
  /** Compressed size divided by original size, of the texts of the sample. */
  readonly ratio: number;
  /** Time of compressing one document on this computer; null when it could not be measured. */
  readonly microsecondsPerWrite: number | null;
  /** False: too few documents for a dictionary. */
  readonly withDictionary: boolean;
}

/** Read from this many places of a collection, because old and new documents can differ. */
const PARTS = 4;
const PART_DOCUMENTS = 64;
/** Of one answer: large documents are sampled in smaller numbers. */
const PART_BYTES = 512 * 1024;

/** Null when the collection has no document to measure. */
export async function estimateCompression(
  db: DatabaseClient,
  collection: CollectionSize,
  options: Signal = {},
): Promise<CompressionEstimate | null> {
  const documents = await sampleTexts(db, collection, options);
  if (documents.length === 0) return null;
  const measured = await db.server.port.call(
    'compression.measure',
    { documents },
    options.signal ? { signal: options.signal } : {},
  );
  const ratio = measured.plainBytes === 0 ? 1 : measured.packedBytes / measured.plainBytes;
  const perDocument = measured.measured === 0 ? 0 : measured.plainBytes / measured.measured;
  return {
    name: collection.name,
    documents: collection.documents,
    sampled: documents.length,
    now: collection.bytes,
    then:
      collection.bytes === null
        ? null
        : sizeThen(collection.bytes, perDocument * collection.documents, ratio),
    ratio,
    microsecondsPerWrite:
      measured.nanosecondsPerByte === null ? null : (measured.nanosecondsPerByte * perDocument) / 1000,
    withDictionary: measured.dictionaryBytes > 0,
  };
}

/** Only the texts shrink. What the server stores besides them (ids, dates, change vectors) stays. */
function sizeThen(now: number, texts: number, ratio: number): number {
  return Math.round(now - Math.min(now, texts) * (1 - ratio));
}

async function sampleTexts(
  db: DatabaseClient,
  { name, documents, bytes }: CollectionSize,
  options: Signal,
): Promise<string[]> {
  const average = Math.max(1, (bytes ?? 0) / documents);
  const pageSize = Math.max(
    1,
    Math.min(PART_DOCUMENTS, Math.floor(PART_BYTES / average), Math.ceil(documents / PARTS)),
  );
  const seen = new Set<string>();
  const texts: string[] = [];
  let left = MAX_MEASURED_CHARACTERS;
  for (let part = 0; part < PARTS; part++) {
    const start = Math.floor((documents * part) / PARTS);
    for (const document of await getCollectionDocuments(db, name, { start, pageSize }, options)) {
      const text = storedText(document.text, name);
      // Pages overlap where documents are written meanwhile.
      if (seen.has(document.metadata.id) || text.length > left) continue;
      seen.add(document.metadata.id);
      left -= text.length;
      texts.push(text);
    }
  }
  return texts;
}

/** Without the metadata that the server adds to an answer. */
function storedText(text: string, collection: string): string {
  const document = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ ...document, '@metadata': { '@collection': collection } });
}
