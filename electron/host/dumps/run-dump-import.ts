/** Sends a dump to a server and follows its operation. What was imported before a failure stays and is reported. */
import {
  PortError,
  toPortError,
  type Connection,
  type DumpImportOutcome,
  type DumpImportRequest,
  type DumpProgress,
  type HttpResponse,
} from '../../../src/contract/index.ts';
import { mustBeAllowed } from '../policy/judge-for.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { Transport } from '../transport/transport.ts';
import { killOperation, operationState } from './dump-requests.ts';
import type { DumpForm } from './multipart-form.ts';
import { OperationWatch } from './operation-watch.ts';
import type { PieceInbox } from './piece-inbox.ts';
import { adviceFor, readFailure } from './server-failure.ts';

/** A server that closed the connection reports the end of the operation soon after. */
const END_WITHIN_MS = 5_000;
/** The page waits two seconds for the report of a cancellation. */
const STOP_WITHIN_MS = 1_200;

export interface DumpImportParts {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly request: DumpImportRequest;
  /** The number of the operation, and the request that the policy or the user allowed. */
  readonly operation: number;
  readonly judged: JudgedRequest;
  readonly form: DumpForm;
  readonly inbox: PieceInbox;
  readonly signal: AbortSignal;
  readonly report: (progress: DumpProgress) => void;
}

export async function sendDump(parts: DumpImportParts): Promise<DumpImportOutcome> {
  const { connection, transport, request, operation, judged, form, inbox, signal, report } = parts;
  const { database } = request;
  const state = mustBeAllowed(connection, operationState(database, operation));
  const ended = new AbortController();
  const reportProgress = (): void =>
    report({ kind: 'running', bytes: inbox.passed, progress: watch.progress });
  const watch = new OperationWatch((reading) => transport.request(state, reading), reportProgress);
  const sending = settled(transport.upload(judged, form.body, ended.signal));
  report({ kind: 'ready' });
  const cancelled = aborted(signal);
  try {
    const response = await Promise.race([sending, cancelled.promise]);
    if (response === undefined) return await cancel();
    return await outcomeOf(response);
  } finally {
    cancelled.stop();
    watch.stop();
    inbox.end();
    ended.abort();
  }

  async function outcomeOf(response: Settled): Promise<DumpImportOutcome> {
    if (response.ok && response.value.status < 400)
      return { kind: 'completed', message: '', detail: '', result: parsed(response.value.body) };
    if (response.ok) {
      const failure = readFailure(response.value.status, response.value.body);
      return failed(failure.message, failure.detail, failure.result ?? watch.progress);
    }
    // The connection broke: the server closes it after some failures before its answer is read.
    const end = await watch.end(END_WITHIN_MS, signal);
    if (end.kind === 'completed') return { kind: 'completed', message: '', detail: '', result: end.result };
    if (end.kind === 'failed') return failed(end.message, end.detail, watch.progress);
    const error = toPortError(response.thrown);
    return failed(error.message, error.detail ?? '', watch.progress);
  }

  function failed(message: string, detail: string, result: unknown): DumpImportOutcome {
    const sentence = `The import into ${database} failed: ${message.replace(/\.$/, '')}.`;
    return { kind: 'failed', message: sentence + adviceFor({ message, detail }), detail, result };
  }

  async function cancel(): Promise<DumpImportOutcome> {
    const kill = mustBeAllowed(connection, killOperation(database, operation));
    const killed = settled(transport.request(kill, new AbortController().signal));
    const response = await Promise.race([killed.then(() => sending), after(STOP_WITHIN_MS)]);
    if (response?.ok === true && response.value.status < 400) return outcomeOf(response);
    const read = response?.ok === true ? readFailure(response.value.status, response.value.body) : undefined;
    return {
      kind: 'cancelled',
      message: `The import into ${database} was cancelled. Items that were imported before stay.`,
      detail: '',
      result: read?.result ?? watch.progress,
    };
  }
}

type Settled =
  { readonly ok: true; readonly value: HttpResponse } | { readonly ok: false; readonly thrown: unknown };

function settled(work: Promise<HttpResponse>): Promise<Settled> {
  return work.then(
    (value) => ({ ok: true as const, value }),
    (thrown: unknown) => ({ ok: false as const, thrown }),
  );
}

function aborted(signal: AbortSignal): { promise: Promise<undefined>; stop: () => void } {
  let stop = (): void => undefined;
  const promise = new Promise<undefined>((resolve) => {
    const end = (): void => resolve(undefined);
    stop = () => signal.removeEventListener('abort', end);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
  return { promise, stop };
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PortError({
      code: 'not-ravendb',
      message: 'The import ended, but the report of the server cannot be read. Compare the documents.',
      detail: String(cause),
    });
  }
}
