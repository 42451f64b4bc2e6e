import { describe, expect, it } from 'vitest';
import type { License } from '../../../protocol/license.ts';
import { indexRefusals, settingRefusals, type SourceSettings } from './license-refusals.ts';

/** Of RavenDB 7.1.5 without a licence. */
const none: License = {
  type: 'None',
  documentsCompression: false,
  dataArchival: false,
  nuGetAssemblies: false,
  clientConfiguration: false,
  defaultRevisions: false,
  maxRevisions: 2,
  maxRevisionAgeDays: 45,
  minExpirationHours: 36,
  minRefreshHours: 36,
  maxStaticIndexes: null,
};
const unlimited: License = {
  type: 'Enterprise',
  documentsCompression: true,
  dataArchival: true,
  nuGetAssemblies: true,
  clientConfiguration: true,
  defaultRevisions: true,
  maxRevisions: null,
  maxRevisionAgeDays: null,
  minExpirationHours: null,
  minRefreshHours: null,
  maxStaticIndexes: null,
};
const job = { enabled: true, frequencySeconds: null, maxItems: null };
const all: SourceSettings = {
  compression: { collections: ['Orders'], allCollections: false, revisions: false },
  revisions: {
    Default: { Disabled: false },
    Collections: {
      Orders: { Disabled: false, MinimumRevisionsToKeep: 5 },
      Logs: { Disabled: false, MinimumRevisionAgeToKeep: '46.00:00:00' },
      Off: { Disabled: true, MinimumRevisionsToKeep: 500 },
    },
  },
  refresh: { ...job, frequencySeconds: 36 * 3600 },
  archival: job,
  expiration: job,
  client: { ReadBalanceBehavior: 'RoundRobin' },
};
const settings = ['compression', 'revisions', 'refresh', 'archival', 'expiration', 'client'] as const;

describe('the settings that a licence refuses', () => {
  it('are those that RavenDB without a licence answers with 402', () => {
    expect(settingRefusals(none, all, settings)).toEqual([
      { kind: 'setting', name: 'compression', reason: 'The license does not include documents compression.' },
      {
        kind: 'setting',
        name: 'revisions',
        reason: 'The license does not include a default configuration of revisions.',
      },
      { kind: 'setting', name: 'revisions', reason: 'Orders keeps 5 revisions; the license allows 2.' },
      {
        kind: 'setting',
        name: 'revisions',
        reason: 'Logs keeps revisions for 46 days; the license allows 45.',
      },
      { kind: 'setting', name: 'archival', reason: 'The license does not include data archival.' },
      {
        kind: 'setting',
        name: 'expiration',
        reason: 'The license allows a run every 36 hours; the source runs it every 60 s.',
      },
    ]);
  });

  it('are none without limits, and only chosen ones', () => {
    expect(settingRefusals(unlimited, all, settings)).toEqual([]);
    expect(settingRefusals(none, all, ['refresh'])).toEqual([]);
  });

  it('do not include disabled jobs and rules', () => {
    const off = { ...job, enabled: false };
    const quiet: SourceSettings = {
      compression: null,
      revisions: { Default: { Disabled: true, MinimumRevisionsToKeep: 20 }, Collections: {} },
      refresh: off,
      archival: off,
      client: null,
      expiration: off,
    };
    expect(settingRefusals(none, quiet, settings)).toEqual([]);
  });
});

it('names the indexes beyond the limit, and those with packages', () => {
  const definitions = [
    { Name: 'A' },
    { Name: 'B', AdditionalAssemblies: [{ PackageName: 'Newtonsoft.Json' }] },
    { Name: 'C', AdditionalAssemblies: [{ AssemblyName: 'System.Xml' }] },
  ];
  expect(indexRefusals({ ...none, maxStaticIndexes: 12 }, definitions, 10)).toEqual([
    { kind: 'index', name: 'B', reason: 'The license does not include assemblies from NuGet.' },
    { kind: 'index', name: 'C', reason: 'The license allows 12 static indexes for a database.' },
  ]);
});
