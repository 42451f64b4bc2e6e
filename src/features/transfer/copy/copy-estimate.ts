/** What a copy would do, measured before it starts. Every request is a read. */
import type { CopyPlan, CopySetting, Port } from '../../../contract/index.ts';
import type { SourceDocument } from '../../../document-copy/copied-document.ts';
import { ServerClient, type DatabaseClient } from '../../../protocol/client.ts';
import {
  getDataArchival,
  getDocumentsCompression,
  getExpiration,
  getRefresh,
} from '../../../protocol/configuration.ts';
import { getClientConfiguration } from '../../../protocol/client-configuration.ts';
import { existingIds } from '../../../protocol/documents.ts';
import { getIdentities } from '../../../protocol/identities.ts';
import { getStaticDefinitions } from '../../../protocol/index-definitions.ts';
import { getIndexStats } from '../../../protocol/index-stats.ts';
import { getLicense } from '../../../protocol/license.ts';
import { getRevisionsConfiguration } from '../../../protocol/revisions.ts';
import { getDatabaseStats } from '../../../protocol/stats.ts';
import { pluralize } from '../../../ui/index.ts';
import { measure, readSample } from './copy-sample.ts';
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
  /** The licence stores the copied configuration of clients without applying it. */
  readonly unusedClientConfiguration: boolean;
  readonly notCopied: readonly string[];
}

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
    plan.target.create
      ? null
      : readTarget(
          target,
          sample.groups.flatMap(({ documents }) => documents),
          plan.indexes,
          signal,
        ),
    plan.target.connection === 'sandbox' ? null : getLicense(target.server, { signal }),
  ]);
  // Two connections can lead to one database.
  if (targetState !== null && stats.databaseId !== null && targetState.databaseId === stats.databaseId)
    throw new Error(
      `${plan.target.database} of the target connection is the source itself. Choose another target.`,
    );
  const measured = measure(sample, plan);
  const documents = plan.sample.kind === 'all' ? sample.total : Math.min(plan.sample.count, sample.total);
  const names = new Set(definitions.map(({ Name }) => String(Name)));
  const others = targetState?.indexes.filter((name) => !names.has(name)).length ?? 0;
  return {
    documents,
    bytes: measured && Math.round(documents * measured.bytesPerDocument),
    references:
      plan.referenceLevels === 0 || measured === null
        ? null
        : Math.min(plan.maxReferences, Math.ceil(documents * measured.referencesPerDocument)),
    sampled: measured?.sampled ?? 0,
    existing: targetState?.existing ?? null,
    targetDocuments: targetState?.documents ?? null,
    missingFields: plan.maskedFields.filter((field) => measured?.masked.has(field) !== true),
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
    unusedClientConfiguration: license?.clientConfiguration === false && settings.client !== null,
    notCopied: notCopied(stats, indexStats, plan),
  };
}

interface TargetState {
  readonly databaseId: string | null;
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
  const [{ documents, databaseId }, existing, definitions] = await Promise.all([
    getDatabaseStats(db, { signal }),
    ids.length === 0 ? [] : existingIds(db, ids, { signal }),
    withIndexes ? getStaticDefinitions(db, { signal }) : [],
  ]);
  return {
    databaseId,
    documents,
    existing: existing.length,
    indexes: definitions.map(({ Name }) => String(Name)),
  };
}

async function readSettings(
  db: DatabaseClient,
  chosen: readonly CopySetting[],
  signal: AbortSignal,
): Promise<SourceSettings> {
  const read = <T>(setting: CopySetting, get: () => Promise<T | null>): Promise<T | null> =>
    chosen.includes(setting) ? get() : Promise.resolve(null);
  const [compression, revisions, refresh, archival, expiration, client] = await Promise.all([
    read('compression', () => getDocumentsCompression(db, { signal })),
    read('revisions', () => getRevisionsConfiguration(db, { signal })),
    read('refresh', () => getRefresh(db, { signal })),
    read('archival', () => getDataArchival(db, { signal })),
    read('expiration', () => getExpiration(db, { signal })),
    read('client', () => getClientConfiguration(db, { signal })),
  ]);
  return { compression, revisions, refresh, archival, expiration, client };
}

/** By name, with the counts of the source. */
function notCopied(
  stats: Awaited<ReturnType<typeof getDatabaseStats>>,
  indexes: Awaited<ReturnType<typeof getIndexStats>>,
  plan: CopyPlan,
): readonly string[] {
  const automatic = plan.indexes ? indexes.filter(({ name }) => name.startsWith('Auto/')).length : 0;
  const counted: readonly (readonly [count: number | null, one: string, several?: string])[] = [
    [stats.attachments, 'attachment'],
    [stats.counters, 'counter'],
    [stats.timeSeriesSegments, 'time series segment'],
    [stats.revisions, 'revision'],
    [stats.conflicts, 'conflict'],
    [automatic, 'automatic index', 'automatic indexes'],
  ];
  return counted.flatMap(([count, one, several]) =>
    count === null || count === 0 ? [] : [pluralize(count, one, several)],
  );
}
