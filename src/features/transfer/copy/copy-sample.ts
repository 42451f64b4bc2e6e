/** A sample of the documents that a copy would read, and what it says about all of them. Every request is a read. */
import type { CopyPlan } from '../../../contract/index.ts';
import { copiedDocument, type SourceDocument } from '../../../document-copy/copied-document.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionDocuments, getCollectionStats } from '../../../protocol/collections.ts';
import { getDocuments, type StoredDocument } from '../../../protocol/documents.ts';
import { counted, isJsonObject, run } from '../../../protocol/queries.ts';

/** Documents of one collection, or of the query. */
interface SampleGroup {
  /** All that the sample is taken from. */
  readonly total: number;
  readonly documents: readonly SourceDocument[];
}

export interface Sample {
  /** Of the copy, also of collections without a sample. */
  readonly total: number;
  readonly groups: readonly SampleGroup[];
}

const PER_COLLECTION = 25;
const SAMPLED_COLLECTIONS = 8;

export async function readSample(db: DatabaseClient, plan: CopyPlan, signal: AbortSignal): Promise<Sample> {
  const { documents } = plan;
  if (documents.kind === 'none') return { total: 0, groups: [] };
  if (documents.kind === 'query') {
    const { query, parameters } = documents;
    const limited = `${query}\nlimit 0, ${PER_COLLECTION}`;
    const answer = await run(db, { query: limited, parameters, newIndex: 'refuse', signal });
    const ids = answer.rows.flatMap((row) => {
      const metadata = row['@metadata'];
      const id = isJsonObject(metadata) ? metadata['@id'] : undefined;
      return typeof id === 'string' ? [id] : [];
    });
    const found = ids.length === 0 ? [] : await getDocuments(db, ids, { signal });
    const total =
      answer.total ??
      counted(await run(db, { query: `${query}\nlimit 0`, parameters, newIndex: 'refuse', signal }));
    return { total, groups: [{ total, documents: found.map(toSource) }] };
  }
  const { collections } = await getCollectionStats(db, { signal });
  const wanted = documents.collections;
  const chosen = collections.filter(({ name }) => wanted === null || wanted.includes(name));
  const largest = chosen
    .filter((each) => each.documents > 0)
    .sort((a, b) => b.documents - a.documents)
    .slice(0, SAMPLED_COLLECTIONS);
  const page = { start: 0, pageSize: PER_COLLECTION };
  const groups = await Promise.all(
    largest.map(async ({ name, documents: total }) => {
      const found = await getCollectionDocuments(db, name, page, { signal });
      return { total, documents: found.map(toSource) };
    }),
  );
  return { total: chosen.reduce((sum, each) => sum + each.documents, 0), groups };
}

const toSource = ({ metadata, text }: StoredDocument): SourceDocument => ({ id: metadata.id, text });

export interface Measured {
  readonly sampled: number;
  readonly bytesPerDocument: number;
  readonly referencesPerDocument: number;
  /** Fields that were masked in a document of the sample. */
  readonly masked: ReadonlySet<string>;
}

/** Averages in which each collection counts by its documents, not by those of its sample. Null without a sample. */
export function measure(
  { groups }: Sample,
  { maskedFields }: Pick<CopyPlan, 'maskedFields'>,
): Measured | null {
  const plain = { ofString: (value: string) => value, ofNumber: (text: string) => text };
  const masked = new Set<string>();
  const known = new Set<string>();
  let [sampled, weight, bytes, references] = [0, 0, 0, 0];
  for (const { total, documents } of groups) {
    if (documents.length === 0) continue;
    const perSampled = total / documents.length;
    sampled += documents.length;
    weight += total;
    for (const document of documents) {
      const copied = copiedDocument(document, maskedFields, plain);
      bytes += new TextEncoder().encode(copied.text).length * perSampled;
      for (const field of copied.masked) masked.add(field);
      for (const id of copied.references) {
        if (known.has(id.toLowerCase())) continue;
        known.add(id.toLowerCase());
        references += perSampled;
      }
    }
  }
  if (weight === 0) return null;
  return { sampled, bytesPerDocument: bytes / weight, referencesPerDocument: references / weight, masked };
}
