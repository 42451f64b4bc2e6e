/**
 * What the licence of a target refuses. Observed on RavenDB 6.2.4 and 7.1.5 without a licence, which answer 402; the
 * limits are those of `/license/status`. Pure.
 */
import type { CopySetting } from '../../../contract/index.ts';
import {
  DEFAULT_JOB_FREQUENCY_SECONDS,
  type DocumentsCompression,
  type JobConfiguration,
} from '../../../protocol/configuration.ts';
import type { ClientConfiguration } from '../../../protocol/client-configuration.ts';
import type { IndexDefinition } from '../../../protocol/index-definitions.ts';
import type { License } from '../../../protocol/license.ts';
import type { RevisionsConfiguration, RevisionsRule } from '../../../protocol/revisions.ts';
import { readTimeSpan } from '../../../protocol/time-span.ts';
import { pluralize } from '../../../ui/format.ts';

/** Null: not configured. */
export interface SourceSettings {
  readonly compression: DocumentsCompression | null;
  readonly revisions: RevisionsConfiguration | null;
  readonly refresh: JobConfiguration | null;
  readonly archival: JobConfiguration | null;
  readonly expiration: JobConfiguration | null;
  readonly client: ClientConfiguration | null;
}

export interface Refusal {
  readonly kind: 'setting' | 'index';
  readonly name: string;
  readonly reason: string;
}

const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3600;

export function settingRefusals(
  license: License,
  settings: SourceSettings,
  chosen: readonly CopySetting[],
): readonly Refusal[] {
  return chosen.flatMap((name) =>
    reasonsOf(license, settings, name).map((reason) => ({ kind: 'setting' as const, name, reason })),
  );
}

function reasonsOf(license: License, settings: SourceSettings, name: CopySetting): readonly string[] {
  switch (name) {
    case 'compression':
      return settings.compression !== null && !license.documentsCompression
        ? ['The license does not include documents compression.']
        : [];
    case 'archival':
      return settings.archival?.enabled === true && !license.dataArchival
        ? ['The license does not include data archival.']
        : [];
    case 'expiration':
      return tooOften(settings.expiration, license.minExpirationHours);
    case 'refresh':
      return tooOften(settings.refresh, license.minRefreshHours);
    case 'client':
      // Stored without a licence, but not applied: the estimate has a note.
      return [];
    case 'revisions':
      return revisionReasons(license, settings.revisions);
  }
}

function tooOften(job: JobConfiguration | null, minHours: number | null): readonly string[] {
  if (job?.enabled !== true || minHours === null) return [];
  const seconds = job.frequencySeconds ?? DEFAULT_JOB_FREQUENCY_SECONDS;
  return seconds < minHours * HOUR_SECONDS
    ? [`The license allows a run every ${minHours} hours; the source runs it every ${seconds} s.`]
    : [];
}

function revisionReasons(license: License, revisions: RevisionsConfiguration | null): readonly string[] {
  if (revisions === null) return [];
  const { Default, Collections } = revisions;
  return [
    ...(isEnabled(Default) && !license.defaultRevisions
      ? ['The license does not include a default configuration of revisions.']
      : []),
    ...Object.entries(Collections ?? {}).flatMap(([collection, rule]) =>
      ruleReasons(license, collection, rule),
    ),
  ];
}

const isEnabled = (rule: RevisionsRule | null | undefined): boolean =>
  rule !== null && rule !== undefined && rule.Disabled !== true;

function ruleReasons(
  { maxRevisions, maxRevisionAgeDays }: License,
  collection: string,
  rule: RevisionsRule,
): readonly string[] {
  if (!isEnabled(rule)) return [];
  const count = rule.MinimumRevisionsToKeep ?? 0;
  const age = readTimeSpan(rule.MinimumRevisionAgeToKeep ?? '') ?? 0;
  return [
    ...(maxRevisions !== null && count > maxRevisions
      ? [`${collection} keeps ${pluralize(count, 'revision')}; the license allows ${maxRevisions}.`]
      : []),
    ...(maxRevisionAgeDays !== null && age > maxRevisionAgeDays * DAY_MS
      ? [
          `${collection} keeps revisions for ${Math.ceil(age / DAY_MS)} days; the license allows ${maxRevisionAgeDays}.`,
        ]
      : []),
  ];
}

/** `existing`: static indexes of the target that have other names. */
export function indexRefusals(
  license: License,
  definitions: readonly IndexDefinition[],
  existing: number,
): readonly Refusal[] {
  const { maxStaticIndexes } = license;
  return definitions.flatMap((definition, place) => {
    const name = String(definition.Name);
    const assemblies = definition.AdditionalAssemblies;
    const usesNuGet =
      Array.isArray(assemblies) &&
      assemblies.some((each: unknown) => typeof each === 'object' && each !== null && hasPackage(each));
    return [
      ...(usesNuGet && !license.nuGetAssemblies
        ? [{ kind: 'index' as const, name, reason: 'The license does not include assemblies from NuGet.' }]
        : []),
      ...(maxStaticIndexes !== null && existing + place >= maxStaticIndexes
        ? [
            {
              kind: 'index' as const,
              name,
              reason: `The license allows ${maxStaticIndexes} static indexes for a database.`,
            },
          ]
        : []),
    ];
  });
}

const hasPackage = (assembly: object): boolean =>
  'PackageName' in assembly && typeof assembly.PackageName === 'string' && assembly.PackageName !== '';
