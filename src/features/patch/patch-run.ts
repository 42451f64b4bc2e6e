/** Runs a confirmed request: as one operation of the server, or document by document. */
import { allIds, type Session } from '../../app/registry/index.ts';
import { startDelete, startUpdate, type ByQueryOptions } from '../../protocol/by-query.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import { followOperation, type OperationProgress } from '../../protocol/database-operations.ts';
import { deleteDocument } from '../../protocol/documents.ts';
import { patchDocument } from '../../protocol/patch.ts';
import { locateScriptProblem, readScriptFailure } from '../../protocol/script-problem.ts';
import { splitUpdate } from '../../ui/rql/index.ts';
import type { Action } from './patch-state.ts';
import type { PatchRequest } from './patch-request.ts';
import { perDocumentScript } from './per-document-script.ts';
import { runDocuments } from './run-documents.ts';
import type { RunOutcome } from './run-outcome.ts';

export interface RunInput {
  readonly request: PatchRequest;
  /** The expected number of documents. */
  readonly total: number;
  readonly onFailure: 'stop' | 'continue';
  readonly options: Omit<ByQueryOptions, 'details'>;
}

/** Results of single documents are requested up to this number: an answer of a larger run would be large, too. */
const MAX_DETAILS = 10_000;

/** Starts an operation of the server; null when the documents are changed one by one, which needs no start. */
export async function startOperation(db: DatabaseClient, input: RunInput): Promise<number | null> {
  const { request, onFailure } = input;
  const options = { ...input.options, details: input.total <= MAX_DETAILS };
  if (request.kind === 'delete-query')
    return startDelete(db, { query: request.text, parameters: request.parameters }, options);
  if (request.kind === 'update-query' && onFailure === 'stop')
    return startUpdate(db, { query: request.text, parameters: request.parameters }, options);
  return null;
}

export interface RunProgress {
  readonly done: number;
  readonly total: number | null;
  readonly failed: number;
}

type Control = Parameters<Parameters<Session['runOperation']>[1]>[0];

/** Follows an operation to its end. */
export async function followRun(
  db: DatabaseClient,
  operation: number,
  action: Action,
  control: Control,
  onProgress: (progress: RunProgress) => void,
): Promise<Omit<RunOutcome, 'elapsedMs'>> {
  let last: OperationProgress = { done: 0, total: null };
  const base = { failures: [], left: null, byStatus: new Map<string, number>(), error: undefined };
  try {
    const end = await followOperation(db, operation, {
      signal: control.signal,
      onProgress: (progress) => {
        last = progress;
        control.report(progress);
        onProgress({ ...progress, failed: 0 });
      },
    });
    if (end.kind === 'cancelled')
      return { ...base, kind: 'cancelled', done: last.done, total: last.total, exact: false };
    const { total, byStatus } = end.result;
    const done = total ?? last.done;
    return { ...base, kind: 'completed', done, total: done, exact: total !== null, byStatus };
  } catch (error) {
    const { documentId, message } = readScriptFailure(error);
    return {
      ...base,
      kind: 'failed',
      done: last.done,
      total: last.total,
      exact: false,
      failures: documentId === null || action === 'delete' ? [] : [{ id: documentId, message }],
      error,
    };
  }
}

/** Changes the documents of the request one by one. */
export async function runOneByOne(
  db: DatabaseClient,
  { request, options }: RunInput,
  control: Control,
  onProgress: (progress: RunProgress) => void,
): Promise<Omit<RunOutcome, 'elapsedMs'>> {
  const { signal } = control;
  const ids = await idsOf(db, request, signal);
  const result = await runDocuments(ids, (id) => changeOne(db, request, id), {
    signal,
    maxPerSecond: options.maxPerSecond,
    messageOf: (thrown) => failureText(thrown, request),
    onProgress: ({ done, failed }) => {
      control.report({ done, total: ids.length });
      onProgress({ done, total: ids.length, failed });
    },
  });
  return {
    kind:
      result.error !== undefined
        ? 'failed'
        : result.cancelled && result.left.length > 0
          ? 'cancelled'
          : 'completed',
    byStatus: result.byStatus,
    done: ids.length - result.left.length,
    exact: true,
    total: ids.length,
    failures: result.failures,
    left: result.left,
    error: result.error,
  };
}

async function idsOf(
  db: DatabaseClient,
  request: PatchRequest,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return request.kind === 'patch-documents' || request.kind === 'delete-documents'
    ? request.ids
    : allIds(db, request, { signal });
}

async function changeOne(db: DatabaseClient, request: PatchRequest, id: string): Promise<string> {
  if (request.kind === 'delete-documents' || request.kind === 'delete-query') {
    await deleteDocument(db, id, { kind: 'anything' });
    return 'Deleted';
  }
  const script = scriptOf(request);
  const status = await patchDocument(db, id, { script, values: request.parameters });
  if (status === 'DocumentDoesNotExist') throw new Error('The document does not exist.');
  return status;
}

/** The reason, with the line of the editor's text. */
function failureText(thrown: unknown, request: PatchRequest): string {
  const { message } = readScriptFailure(thrown);
  if (request.kind !== 'patch-documents' && request.kind !== 'update-query') return message;
  const problem = locateScriptProblem(thrown, { kind: 'script', text: scriptOf(request) });
  if (problem === null) return message;
  const before = request.kind === 'update-query' ? (splitUpdate(request.text)?.braceLine ?? 1) - 1 : 0;
  return `${message} (line ${problem.line + before})`;
}

function scriptOf(request: Extract<PatchRequest, { kind: 'update-query' | 'patch-documents' }>): string {
  if (request.kind === 'patch-documents') return request.text;
  const script = perDocumentScript(request.text);
  if (!script.ok) throw new Error(script.reason);
  return script.script;
}
