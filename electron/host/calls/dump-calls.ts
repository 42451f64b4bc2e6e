/** Dumps of one window: which file is written or read is decided outside of the page's code. */
import {
  PortError,
  toPortError,
  type Connection,
  type DumpExportRequest,
  type DumpExportResult,
  type DumpImportOutcome,
  type DumpImportRequest,
  type DumpProgress,
  type PortHandlers,
} from '../../../src/contract/index.ts';
import { printable, type ConfirmationText } from '../confirmation/confirmation-text.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import { importOptionsJson, importRequest } from '../dumps/dump-requests.ts';
import { dumpForm } from '../dumps/multipart-form.ts';
import { reserveOperation } from '../dumps/operation-number.ts';
import { PieceInbox } from '../dumps/piece-inbox.ts';
import { checkDumpExport, writeDump, type DumpExportParts } from '../dumps/run-dump-export.ts';
import { sendDump } from '../dumps/run-dump-import.ts';
import type { ExportWay } from '../export/export-way.ts';
import { exportFileName } from '../export/file-name.ts';
import { openSink } from '../export/open-sink.ts';
import { ProgressBoard } from '../export/progress-board.ts';
import type { Log } from '../log/log-file.ts';
import { allowedOrThrow, judgeFor } from '../policy/judge-for.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { TransportPool } from '../transport/transport-pool.ts';
import { overrideText } from './guarded-override.ts';

interface DumpCallParts {
  readonly store: ConnectionStore;
  readonly transports: TransportPool;
  readonly log: Log;
  readonly way: ExportWay | undefined;
}

interface DumpHandlers {
  calls: Pick<PortHandlers['calls'], 'dumps.export' | 'dumps.import' | 'dumps.piece'>;
  streams: Pick<PortHandlers['streams'], 'dumps.progress'>;
}

/** Each has a file and a request under way. */
const MAX_RUNNING = 4;

export function dumpCalls(
  { store, transports, log, way }: DumpCallParts,
  confirmations: WindowConfirmations,
): DumpHandlers {
  const board = new ProgressBoard<DumpProgress>();
  const running = new Set<string>();
  const inboxes = new Map<string, PieceInbox>();

  /** One at a time for each id; the outcome is logged without options and detail, which can contain a script. */
  async function once<T>(
    id: string,
    about: Record<string, unknown>,
    work: () => Promise<T>,
    outcomeOf: (done: T) => DumpImportOutcome['kind'],
  ): Promise<T> {
    if (running.has(id)) throw refusal('This dump is already running.');
    if (running.size >= MAX_RUNNING)
      throw refusal(`${MAX_RUNNING} dumps are running. Wait for one to end, or cancel it.`);
    running.add(id);
    try {
      const done = await work();
      const outcome = outcomeOf(done);
      log.write(outcome === 'failed' ? 'warn' : 'info', 'dump-ended', { ...about, outcome });
      return done;
    } catch (thrown) {
      const error = toPortError(thrown);
      const { code, message } = error;
      log.write(code === 'cancelled' ? 'info' : 'warn', 'dump-failed', { ...about, code, message });
      throw error;
    } finally {
      running.delete(id);
      board.end(id);
    }
  }

  async function exportDump(request: DumpExportRequest, signal: AbortSignal): Promise<DumpExportResult> {
    if (!way) throw new PortError({ code: 'unsupported', message: 'This program cannot save files.' });
    const connection = store.get(request.connection);
    const parts: DumpExportParts = {
      connection,
      transport: transports.to(connection),
      request,
      signal,
      report: (progress) => board.report(request.id, progress),
    };
    checkDumpExport(parts);
    const file = { name: exportFileName(request.fileName, 'ravendbdump'), format: 'ravendbdump' } as const;
    const sink = await openSink(way, file, signal, parts.report);
    return writeDump(parts, sink);
  }

  async function importDump(request: DumpImportRequest, signal: AbortSignal): Promise<DumpImportOutcome> {
    const connection = store.get(request.connection);
    const { id, database, options, fileName, size } = request;
    const inbox = new PieceInbox(size);
    const form = dumpForm(importOptionsJson(options), { name: fileName, size, pieces: inbox.pieces() });
    const judge = (operation: number | null) =>
      judgeFor(
        connection,
        importRequest(connection, database, { contentType: form.contentType, operation }),
        'request',
      );
    const decision = judge(null);
    const confirmed = !decision.allowed && decision.overridable;
    if (!decision.allowed && decision.overridable) {
      await confirmations.ask(
        importText(connection, request, overrideText(connection, decision.request)),
        signal,
      );
      store.mustBeUnchanged(connection);
    } else allowedOrThrow(connection.name, decision);
    const transport = transports.to(connection);
    const operation = await reserveOperation(connection, transport, database, 'request', signal);
    // The confirmed request with the number of its operation.
    const numbered = judge(operation);
    const judged =
      confirmed && !numbered.allowed && numbered.overridable
        ? numbered.request
        : allowedOrThrow(connection.name, numbered);
    inboxes.set(id, inbox);
    try {
      return await sendDump({
        connection,
        transport,
        request,
        operation,
        judged,
        form,
        inbox,
        signal,
        report: (progress) => board.report(id, progress),
      });
    } finally {
      inboxes.delete(id);
    }
  }

  return {
    calls: {
      'dumps.export': (request, signal) =>
        once(
          request.id,
          { dump: 'export', connection: request.connection },
          () => exportDump(request, signal),
          () => 'completed',
        ),
      'dumps.import': (request, signal) =>
        once(
          request.id,
          { dump: 'import', connection: request.connection, bytes: request.size },
          () => importDump(request, signal),
          ({ kind }) => kind,
        ),
      'dumps.piece': async ({ id, offset, bytes }) => ({
        wanted: (await inboxes.get(id)?.push(offset, Buffer.from(bytes, 'base64'))) ?? false,
      }),
    },
    streams: {
      'dumps.progress': ({ id }, signal) => board.watch(id, signal),
    },
  };
}

/** Name and options come from the page; the content of the file cannot be shown. */
function importText(
  connection: Connection,
  { database, fileName, size, options }: DumpImportRequest,
  { summary }: ConfirmationText,
): ConfirmationText {
  const script = options.transformScript.trim();
  return {
    summary,
    details: [
      `Import into the ${connection.kind === 'sandbox' ? 'sandbox' : 'server'} database ${printable(database)}: existing items with the same ids are overwritten`,
      `File: ${printable(fileName)} (${size.toLocaleString('en')} bytes)`,
      `Items: ${[...new Set(options.items)].join(', ')}`,
      ...(script === '' ? [] : [`Script: ${printable(script.replace(/\s+/g, ' '), 1000)}`]),
      ...(options.skipRevisionCreation ? ['Overwritten documents leave no revision'] : []),
      ...(options.removeAnalyzers ? ['Analyzers of index fields are removed'] : []),
    ],
    allow: 'Import dump',
  };
}

const refusal = (message: string): PortError => new PortError({ code: 'bad-request', message });
