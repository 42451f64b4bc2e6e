/** The requests of exports and imports of dumps. The page names options; addresses and JSON are made here. */
import type {
  Connection,
  DumpExportOptions,
  DumpImportOptions,
  DumpItem,
} from '../../../src/contract/index.ts';
import type { RequestToJudge } from '../policy/decide.ts';

/** A server can be silent while it reads or writes a large item. */
const SILENCE_MS = 600_000;

/** Items that belong to a chosen one: without them a dump would lose deleted ranges and replication hubs. */
const includedItems: Partial<Record<DumpItem, readonly string[]>> = {
  TimeSeries: ['TimeSeriesDeletedRanges'],
  DatabaseRecord: ['ReplicationHubCertificates'],
};

export function exportRequest(
  connection: Connection,
  database: string,
  options: DumpExportOptions,
  operation: number | null,
): RequestToJudge {
  return {
    method: 'POST',
    path: `${below(database)}/smuggler/export${operation === null ? '' : `?operationId=${operation}`}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...commonOptions(options),
      Collections: options.collections,
      CompressionAlgorithm: options.compression,
    }),
    ...silence(connection),
  };
}

/** The body is sent separately: see `multipart-form.ts`. */
export function importRequest(
  connection: Connection,
  database: string,
  form: { readonly contentType: string; readonly operation: number | null },
): RequestToJudge {
  const { operation } = form;
  return {
    method: 'POST',
    path: `${below(database)}/smuggler/import${operation === null ? '' : `?operationId=${operation}`}`,
    headers: { 'content-type': form.contentType },
    ...silence(connection),
  };
}

/** The part `importOptions`. */
export function importOptionsJson(options: DumpImportOptions): string {
  return JSON.stringify({
    ...commonOptions(options),
    RemoveAnalyzers: options.removeAnalyzers,
    SkipRevisionCreation: options.skipRevisionCreation,
  });
}

export const nextOperation = (database: string): RequestToJudge => ({
  method: 'GET',
  path: `${below(database)}/operations/next-operation-id`,
});

export const operationState = (database: string, operation: number): RequestToJudge => ({
  method: 'GET',
  path: `${below(database)}/operations/state?id=${operation}`,
});

export const killOperation = (database: string, operation: number): RequestToJudge => ({
  method: 'POST',
  path: `${below(database)}/operations/kill?id=${operation}`,
});

function commonOptions(options: DumpExportOptions | DumpImportOptions): Record<string, unknown> {
  const { items, transformScript } = options;
  return {
    OperateOnTypes: [...new Set(items.flatMap((item) => [item, ...(includedItems[item] ?? [])]))].join(','),
    IncludeExpired: options.includeExpired,
    IncludeArtificial: options.includeArtificial,
    IncludeArchived: options.includeArchived,
    ...(transformScript.trim() === '' ? {} : { TransformScript: transformScript }),
  };
}

const below = (database: string): string => `/databases/${encodeURIComponent(database)}`;

/** The engine in process has no silence: there, a timeout would limit the whole work. */
function silence({ kind }: Connection): { timeoutMs?: number } {
  return kind === 'sandbox' ? {} : { timeoutMs: SILENCE_MS };
}
