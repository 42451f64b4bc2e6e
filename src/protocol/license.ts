/** The licence of a server: the features and limits that matter for a database. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';

const flag = z.boolean().nullish().catch(null);
const most = z.number().nullish().catch(null);

const answer = z.looseObject({
  Type: z.string().nullish().catch(null),
  Status: z.string().nullish().catch(null),
  HasDocumentsCompression: flag,
  HasDataArchival: flag,
  HasAdditionalAssembliesFromNuGet: flag,
  HasClientConfiguration: flag,
  CanSetupDefaultRevisionsConfiguration: flag,
  MaxNumberOfRevisionsToKeep: most,
  MaxNumberOfRevisionAgeToKeepInDays: most,
  MinPeriodForExpirationInHours: most,
  MinPeriodForRefreshInHours: most,
  MaxNumberOfStaticIndexesPerDatabase: most,
});

/** A feature is false only when the server says so; a limit is null when there is none. */
export interface License {
  /** `None`, `Community`, `Professional`, … */
  readonly type: string;
  readonly documentsCompression: boolean;
  readonly dataArchival: boolean;
  readonly nuGetAssemblies: boolean;
  readonly clientConfiguration: boolean;
  readonly defaultRevisions: boolean;
  readonly maxRevisions: number | null;
  readonly maxRevisionAgeDays: number | null;
  readonly minExpirationHours: number | null;
  readonly minRefreshHours: number | null;
  readonly maxStaticIndexes: number | null;
}

export async function getLicense(
  server: ServerClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<License> {
  const read = await server.read(answer, 'GET', '/license/status', options);
  return {
    type: read.Type ?? 'unknown',
    documentsCompression: read.HasDocumentsCompression !== false,
    dataArchival: read.HasDataArchival !== false,
    nuGetAssemblies: read.HasAdditionalAssembliesFromNuGet !== false,
    clientConfiguration: read.HasClientConfiguration !== false,
    defaultRevisions: read.CanSetupDefaultRevisionsConfiguration !== false,
    maxRevisions: read.MaxNumberOfRevisionsToKeep ?? null,
    maxRevisionAgeDays: read.MaxNumberOfRevisionAgeToKeepInDays ?? null,
    minExpirationHours: read.MinPeriodForExpirationInHours ?? null,
    minRefreshHours: read.MinPeriodForRefreshInHours ?? null,
    maxStaticIndexes: read.MaxNumberOfStaticIndexesPerDatabase ?? null,
  };
}
