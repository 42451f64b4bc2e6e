/**
 * What every node reports to the leader about its databases: one request for the whole cluster. Only the leader
 * answers; another node redirects to it.
 */
import { z } from 'zod';
import { readJson, REDIRECTS, type RequestOptions, type ServerClient } from './client.ts';
import { originOf } from './origin-of.ts';

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);

const indexReport = z.looseObject({
  IsStale: z.boolean().nullish().catch(null),
  State: text,
  IsSideBySide: z.boolean().nullish().catch(null),
});
const databaseReport = z.looseObject({
  Status: text,
  LastEtag: number,
  NumberOfDocuments: number,
  NumberOfConflicts: number,
  DatabaseChangeVector: text,
  Error: text,
  UpTime: text,
  LastIndexStats: z.record(z.string(), indexReport).nullish().catch(null),
});
const nodeReport = z.looseObject({
  Status: text,
  Error: text,
  UpdateDateTime: text,
  LastSuccessfulUpdateDateTime: text,
  Report: z.record(z.string(), databaseReport).nullish().catch(null),
});
const answer = z.record(z.string(), z.unknown());

export interface ReportedIndex {
  readonly stale: boolean | null;
  /** `Normal`, `Disabled`, `Idle`, `Error`. */
  readonly state: string | null;
}

/** Null where the node does not report it: of a database that is not loaded, for example. */
export interface ReportedDatabase {
  /** `Loaded`, `Loading`, `Faulted`, `Unloaded`, `Shutdown`, `NoChange`. */
  readonly status: string | null;
  readonly etag: number | null;
  readonly documents: number | null;
  readonly conflicts: number | null;
  readonly changeVector: string | null;
  readonly error: string | null;
  readonly indexes: ReadonlyMap<string, ReportedIndex>;
}

export interface NodeReport {
  /** `Ok`, `Timeout`, `Error`, `OutOfCredits`, `EarlyOutOfMemory`, `HighDirtyMemory`. */
  readonly status: string;
  readonly error: string | null;
  readonly updated: string | null;
  readonly lastGood: string | null;
  readonly databases: ReadonlyMap<string, ReportedDatabase>;
}

export type MaintenanceStats =
  | { readonly kind: 'reported'; readonly nodes: ReadonlyMap<string, NodeReport> }
  /** Another node is the leader; its address as the redirect gives it. */
  | { readonly kind: 'not-leader'; readonly leader: string | null }
  | { readonly kind: 'no-leader' };

const path = '/admin/cluster/maintenance-stats';

export async function getMaintenanceStats(
  server: ServerClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<MaintenanceStats> {
  const { status, headers, body } = await server.send('GET', '/admin/cluster/maintenance-stats', {
    accept: REDIRECTS,
    ...options,
  });
  // Redirects are not followed: the other node is another server, with a connection of its own.
  if (status >= 300) return { kind: 'not-leader', leader: originOf(headers.location ?? '') };
  if (status === 204 || body.trim() === '') return { kind: 'no-leader' };
  const nodes = new Map<string, NodeReport>();
  for (const [tag, value] of Object.entries(readJson(answer, path, body))) {
    const read = nodeReport.safeParse(value);
    // `@metadata`, and what newer servers may add.
    if (tag.startsWith('@') || !read.success) continue;
    nodes.set(tag, toNodeReport(read.data));
  }
  return { kind: 'reported', nodes };
}

function toNodeReport(read: z.output<typeof nodeReport>): NodeReport {
  const databases = Object.entries(read.Report ?? {}).map(([name, each]) => {
    const indexes = Object.entries(each.LastIndexStats ?? {})
      .filter(([, { IsSideBySide }]) => IsSideBySide !== true)
      .map(
        ([index, { IsStale, State }]) => [index, { stale: IsStale ?? null, state: State ?? null }] as const,
      );
    const isLoaded = each.DatabaseChangeVector !== null && each.DatabaseChangeVector !== undefined;
    return [
      name,
      {
        status: each.Status ?? null,
        etag: isLoaded ? (each.LastEtag ?? null) : null,
        documents: isLoaded ? (each.NumberOfDocuments ?? null) : null,
        conflicts: each.NumberOfConflicts ?? null,
        changeVector: each.DatabaseChangeVector ?? null,
        error: each.Error ?? null,
        indexes: new Map(indexes),
      },
    ] as const;
  });
  return {
    status: read.Status ?? 'unknown',
    error: read.Error ?? null,
    updated: read.UpdateDateTime ?? null,
    lastGood: read.LastSuccessfulUpdateDateTime ?? null,
    databases: new Map(databases),
  };
}
