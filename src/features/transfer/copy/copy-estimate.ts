/** What a copy would do, measured before it starts. Every request is a read. */
import type { CopyPlan, CopySetting, Port } from '../../../contract/index.ts';
import { copiedDocument, type SourceDocument } from '../../../document-copy/copied-document.ts';
import { ServerClient, type DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionDocuments, getCollectionStats } from '../../../protocol/collections.ts';
import {
  getDataArchival,
  getDocumentsCompression,
  getExpiration,
  getRefresh,
} from '../../../protocol/configuration.ts';
import { existingIds, getDocuments, type StoredDocument } from '../../../protocol/documents.ts';
import { getIdentities } from '../../../protocol/identities.ts';
import { getStaticDefinitions } from '../../../protocol/index-definitions.ts';
import { getIndexStats } from '../../../protocol/index-stats.ts';
import { getLicense } from '../../../protocol/license.ts';
import { isJsonObject, run } from '../../../protocol/queries.ts';
import { getRevisionsConfiguration } from '../../../protocol/revisions.ts';
import { getDatabaseStats } from '../../../protocol/stats.ts';
import { indexRefusals, settingRefusals, type Refusal, type SourceSettings } from './license-refusals.ts';

export interface CopyEstimate {
  readonly documents: number;
  /** Of all documents; null without a sample. */
  readonly bytes: number | null;
  /** An upper bound, from the sample; null when none are followed. */
  readonly references: number | null;
  /** Documents of the sample. */
  readonly sampled: number;
  /** Of the sampled ids, how many exist in the target; null for a new database. */
  readonly existing: number | null;
  readonly targetDocuments: number | null;
  /** Masked fields that no sampled document has. */
  readonly missingFields: readonly string[];
  readonly indexes: readonly string[];
  /** The target has indexes of these names. */
  readonly replacedIndexes: readonly string[];
  readonly identities: number;
  /** Chosen settings that are not configured in the source. */
  readonly unconfigured: readonly CopySetting[];
  /** The licence of the target; null for the sandbox. */
  readonly license: string | null;
  readonly refusals: readonly Refusal[];
  readonly notCopied: readonly string[];
}

const PER_COLLECTION = 25;
const SAMPLED_COLLECTIONS = 8;

export async function estimateCopy(port: Port, plan: CopyPlan, signal: AbortSignal): Promise<CopyEstimate> {
  const source = new ServerClient(port, plan.source.connection).database(plan.source.database);
  const target = new ServerClient(port, plan.target.connection).database(plan.target.database);
  const [sample, stats, indexStats, definitions, identities, settings] = await Promise.all([
    readSample(source, plan, signal),
    getDatabaseStats(source, { signal }),
    getIndexStats(source, { signal }),
    plan.indexes ? getStaticDefinitions(source, { signal }) : [],
    plan.identities ? getIdentities(source, { signal }) : [],
    readSettings(source, plan.settings, signal),
  ]);
  const [targetState, license] = await Promise.all([
    plan.target.create ? null : readTarget(target, sample.documents, plan.indexes, signal),
    plan.target.connection === 'sandbox' ? null : getLicense(target.server, { signal }),
  ]);
  const measured = measure(sample.documents, plan);
  const documents = plan.sample.kind === 'all' ? sample.total : Math.min(plan.sample.count, sample.total);
  const perDocument = sample.documents.length === 0 ? 0 : measured.bytes / sample.documents.length;
  const names = new Set(definitions.map(({ Name }) => String(Name)));
  const others = targetState?.indexes.filter((name) => !names.has(name)).length ?? 0;
  return {
    documents,
    bytes: sample.documents.length === 0 ? null : Math.round(documents * perDocument),
    references:
      plan.referenceLevels === 0 || sample.documents.length === 0
        ? null
        : Math.min(
            plan.maxReferences,
            Math.ceil((measured.references / sample.documents.length) * documents),
          ),
    sampled: sample.documents.length,
    existing: targetState?.existing ?? null,
    targetDocuments: targetState?.documents ?? null,
    missingFields: plan.maskedFields.filter((field) => !measured.masked.has(field)),
    indexes: [...names],
    replacedIndexes: targetState?.indexes.filter((name) => names.has(name)) ?? [],
    identities: identities.length,
    unconfigured: plan.settings.filter((setting) => settings[setting] === null),
    license: license?.type ?? null,
    refusals:
      license === null
        ? []
        : [
            ...settingRefusals(license, settings, plan.settings),
            ...indexRefusals(license, definitions, others),
          ],
    notCopied: notCopied(stats, indexStats, plan),
  };
}

interface Sample {
  readonly total: number;
  readonly documents: readonly SourceDocument[];
}

async function readSample(db: DatabaseClient, plan: CopyPlan, signal: AbortSignal): Promise<Sample> {
  const { documents } = plan;
  if (documents.kind === 'none') return { total: 0, documents: [] };
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
    return { total: answer.total, documents: found.map(toSource) };
  }
  const { collections } = await getCollectionStats(db, { signal });
  const wanted = documents.collections;
  const chosen = collections.filter(({ name }) => wanted === null || wanted.includes(name));
  const largest = chosen
    .filter((each) => each.documents > 0)
    .sort((a, b) => b.documents - a.documents)
    .slice(0, SAMPLED_COLLECTIONS);
  const page = { start: 0, pageSize: PER_COLLECTION };
  const found = await Promise.all(
    largest.map(({ name }) => getCollectionDocuments(db, name, page, { signal })),
  );
  return {
    total: chosen.reduce((sum, each) => sum + each.documents, 0),
    documents: found.flat().map(toSource),
  };
}

const toSource = ({ metadata, text }: StoredDocument): SourceDocument => ({ id: metadata.id, text });

function measure(documents: readonly SourceDocument[], plan: CopyPlan) {
  const plain = { ofString: (value: string) => value, ofNumber: (text: string) => text };
  const masked = new Set<string>();
  const references = new Set<string>();
  let bytes = 0;
  for (const document of documents) {
    const copied = copiedDocument(document, plan.maskedFields, plain);
    bytes += new TextEncoder().encode(copied.text).length;
    for (const field of copied.masked) masked.add(field);
    for (const id of copied.references) references.add(id.toLowerCase());
  }
  return { bytes, masked, references: references.size };
}

interface TargetState {
  readonly documents: number;
  readonly existing: number;
  readonly indexes: readonly string[];
}

async function readTarget(
  db: DatabaseClient,
  sample: readonly SourceDocument[],
  withIndexes: boolean,
  signal: AbortSignal,
): Promise<TargetState> {
  const ids = sample.map(({ id }) => id);
  const [{ documents }, existing, definitions] = await Promise.all([
    getCollectionStats(db, { signal }),
    ids.length === 0 ? [] : existingIds(db, ids, { signal }),
    withIndexes ? getStaticDefinitions(db, { signal }) : [],
  ]);
  return { documents, existing: existing.length, indexes: definitions.map(({ Name }) => String(Name)) };
}

async function readSettings(
  db: DatabaseClient,
  chosen: readonly CopySetting[],
  signal: AbortSignal,
): Promise<SourceSettings> {
  const read = <T>(setting: CopySetting, get: () => Promise<T | null>): Promise<T | null> =>
    chosen.includes(setting) ? get() : Promise.resolve(null);
  const [compression, revisions, refresh, archival, expiration] = await Promise.all([
    read('compression', () => getDocumentsCompression(db, { signal })),
    read('revisions', () => getRevisionsConfiguration(db, { signal })),
    read('refresh', () => getRefresh(db, { signal })),
    read('archival', () => getDataArchival(db, { signal })),
    read('expiration', () => getExpiration(db, { signal })),
  ]);
  return { compression, revisions, refresh, archival, expiration };
}

/** By name, with the counts of the source. */
function notCopied(
  stats: Awaited<ReturnType<typeof getDatabaseStats>>,
  indexes: Awaited<ReturnType<typeof getIndexStats>>,
  plan: CopyPlan,
): readonly string[] {
  const counted: readonly (readonly [string, number | null])[] = [
    ['attachments', stats.attachments],
    ['counters', stats.counters],
    ['time series segments', stats.timeSeriesSegments],
    ['revisions', stats.revisions],
    ['conflicts', stats.conflicts],
    ['automatic indexes', plan.indexes ? indexes.filter(({ name }) => name.startsWith('Auto/')).length : 0],
  ];
  return counted.flatMap(([name, count]) =>
    count === null || count === 0 ? [] : [`${count.toLocaleString('en')} ${name}`],
  );
}
