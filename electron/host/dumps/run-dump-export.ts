/** Writes a dump while it arrives. A dump is complete when the server reports its operation as completed. */
import {
  PortError,
  toPortError,
  type Connection,
  type DumpExportRequest,
  type DumpExportResult,
  type DumpProgress,
} from '../../../src/contract/index.ts';
import { bothSignals } from '../export/both-signals.ts';
import type { ExportSink } from '../export/export-way.ts';
import { firstText } from '../export/first-text.ts';
import { mustBeAllowed } from '../policy/judge-for.ts';
import type { Transport } from '../transport/transport.ts';
import { exportRequest, operationState } from './dump-requests.ts';
import { reserveOperation } from './operation-number.ts';
import { OperationWatch } from './operation-watch.ts';
import { readFailedExport, readFailure, type ServerFailure } from './server-failure.ts';

/** The operation ends right after the last byte. */
const END_WITHIN_MS = 10_000;

export interface DumpExportParts {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly request: DumpExportRequest;
  readonly signal: AbortSignal;
  readonly report: (progress: DumpProgress) => void;
}

/** Fails before a file is chosen when the connection's mode forbids the request. */
export function checkDumpExport({ connection, request }: DumpExportParts): void {
  mustBeAllowed(connection, exportRequest(connection, request.database, request.options, null), 'export');
}

/** The sink is finished, discarded or ended in any case. */
export async function writeDump(parts: DumpExportParts, sink: ExportSink): Promise<DumpExportResult> {
  const { connection, transport, request, signal, report } = parts;
  const { database, options } = request;
  const stop = bothSignals(signal, sink.readerLeft);
  let bytes = 0;
  let watch: OperationWatch | undefined;
  const reportProgress = (): void => report({ kind: 'running', bytes, progress: watch?.progress ?? null });
  try {
    reportProgress();
    const operation = await reserveOperation(connection, transport, database, 'export', stop.signal);
    const state = mustBeAllowed(connection, operationState(database, operation));
    const judged = mustBeAllowed(
      connection,
      exportRequest(connection, database, options, operation),
      'export',
    );
    watch = new OperationWatch((reading) => transport.request(state, reading), reportProgress);
    const { status, headers, body } = await transport.stream(judged, stop.signal);
    if (status >= 400) throw refused(database, readFailure(status, await firstText(body)));
    if (headers['content-disposition'] === undefined)
      throw refused(database, readFailedExport(await firstText(body)));
    for await (const piece of body) {
      // This piece can have arrived before the abort.
      if (stop.signal.aborted) throw cancelled();
      await sink.write(piece, 0);
      bytes += piece.length;
      reportProgress();
    }
    const end = await watch.end(END_WITHIN_MS, stop.signal);
    if (stop.signal.aborted) throw cancelled();
    if (end.kind === 'failed') throw refused(database, { ...end, result: null });
    if (end.kind === 'cancelled')
      throw new PortError({
        code: 'bad-request',
        message: `The export of ${database} was stopped on the server, so the dump is incomplete.`,
      });
    if (end.kind === 'unknown')
      throw new PortError({
        code: 'bad-request',
        message: `${database} was exported, but the server did not confirm the end, so the dump can be incomplete.`,
      });
    const file = await sink.finish();
    return { bytes, file, result: end.result };
  } catch (thrown) {
    if (signal.aborted || sink.readerLeft.aborted)
      throw new PortError({
        code: 'cancelled',
        message: `The export was cancelled. ${await sink.discard()}`,
      });
    const error = toPortError(thrown);
    const rest = bytes === 0 ? await sink.discard() : await sink.endIncomplete();
    throw new PortError({
      ...error.toBody(),
      message: `${error.message.replace(/\.$/, '')}. ${rest}`,
    });
  } finally {
    watch?.stop();
    stop.leave();
  }
}

/** Replaced by the sentence about the partial file. */
const cancelled = (): PortError => new PortError({ code: 'cancelled', message: 'The export was cancelled.' });

function refused(database: string, { message, detail }: ServerFailure): PortError {
  return new PortError({
    code: 'bad-request',
    message: `The export of ${database} failed: ${message.replace(/\.$/, '')}.`,
    detail,
  });
}
