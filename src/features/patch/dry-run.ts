/** Tests a request on a few documents. Nothing is written. */
import type { DatabaseClient } from '../../protocol/client.ts';
import { getDocuments } from '../../protocol/documents.ts';
import { formatJson, parseJsonText } from '../../protocol/json-text.ts';
import { testPatch, testUpdate, type PatchTest } from '../../protocol/patch.ts';
import type { QueryProblem } from '../../protocol/queries.ts';
import { locateScriptProblem, readScriptFailure, type ScriptFailure } from '../../protocol/script-problem.ts';
import { ServerError } from '../../protocol/server-error.ts';
import { lineChanges, type LineChanges } from './line-changes.ts';
import { firstMatches, type FindOptions, type FoundDocuments } from '../../app/registry/index.ts';
import { sentScript, type PatchRequest } from './patch-request.ts';

export type Sample =
  | { readonly kind: 'tested'; readonly id: string; readonly test: PatchTest; readonly changes: LineChanges }
  /** The script failed on this document. */
  | {
      readonly kind: 'failed';
      readonly id: string;
      readonly failure: ScriptFailure;
      readonly problem: QueryProblem | null;
    }
  /** Would be deleted; `text` is null when it does not exist. */
  | { readonly kind: 'delete'; readonly id: string; readonly text: string | null };

export interface DryRun {
  readonly request: PatchRequest;
  readonly samples: readonly Sample[];
  /** All documents of the request, of which the samples are the first. */
  readonly total: number;
  /** How the query found them; null for a list of ids. */
  readonly found: FoundDocuments | null;
}

interface DryRunOptions extends FindOptions {
  readonly samples: number;
  /** Tests this document only. */
  readonly sampleId?: string | undefined;
}

/** Throws when the request itself is wrong, such as a syntax error. */
export async function dryRun(
  db: DatabaseClient,
  request: PatchRequest,
  options: DryRunOptions,
): Promise<DryRun> {
  const { ids, total, found } = await sampleIds(db, request, options);
  const samples = await (request.kind === 'delete-query' || request.kind === 'delete-documents'
    ? deletions(db, ids, options.signal)
    : tests(db, request, ids, options.signal));
  return { request, samples, total, found };
}

async function sampleIds(db: DatabaseClient, request: PatchRequest, options: DryRunOptions) {
  const { sampleId } = options;
  if (request.kind === 'patch-documents' || request.kind === 'delete-documents') {
    const ids = sampleId === undefined ? request.ids.slice(0, options.samples) : [sampleId];
    return { ids, total: request.ids.length, found: null };
  }
  const first = await firstMatches(db, request, options.samples, options);
  const { total, indexName, isStale } = first;
  return {
    ids: sampleId === undefined ? first.ids : [sampleId],
    total,
    found: { total, indexName, isStale },
  };
}

async function tests(
  db: DatabaseClient,
  request: Extract<PatchRequest, { kind: 'update-query' | 'patch-documents' }>,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  // One after the other: a script that runs into its limit would otherwise load the server several times in parallel.
  for (const id of ids) samples.push(await testOne(db, request, id, signal));
  return samples;
}

async function testOne(
  db: DatabaseClient,
  request: Extract<PatchRequest, { kind: 'update-query' | 'patch-documents' }>,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Sample> {
  try {
    const test =
      request.kind === 'update-query'
        ? await testUpdate(db, id, { query: request.text, parameters: request.parameters }, { signal })
        : await testPatch(db, id, { script: request.text, values: request.parameters }, { signal });
    return { kind: 'tested', id, test, changes: lineChanges(test.original ?? '', test.modified ?? '') };
  } catch (thrown) {
    if (!failedOnDocument(thrown)) throw thrown;
    const sent = sentScript(request);
    return {
      kind: 'failed',
      id,
      failure: readScriptFailure(thrown),
      problem: sent ? locateScriptProblem(thrown, sent) : null,
    };
  }
}

/** Errors of the text itself, which every other document would repeat. */
const textErrors: ReadonlySet<string> = new Set([
  'JavaScriptParseException',
  'InvalidQueryException',
  'QueryParser+ParseException',
]);

export function failedOnDocument(thrown: unknown): thrown is ServerError {
  return thrown instanceof ServerError && thrown.status >= 500 && !textErrors.has(thrown.type);
}

async function deletions(
  db: DatabaseClient,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Sample[]> {
  const documents = await getDocuments(db, ids, { signal });
  const texts = new Map(documents.map(({ metadata, text }) => [metadata.id.toLowerCase(), text]));
  return ids.map((id) => {
    const text = texts.get(id.toLowerCase());
    return { kind: 'delete', id, text: text === undefined ? null : formatJson(text, parseJsonText(text), 2) };
  });
}
