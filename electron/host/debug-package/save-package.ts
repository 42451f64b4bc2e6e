/** Writes a debug package while it arrives. */
import {
  PortError,
  toPortError,
  type Connection,
  type DebugPackageRequest,
  type DebugPackageResult,
  type ExportProgress,
} from '../../../src/contract/index.ts';
import { readFailure } from '../dumps/server-failure.ts';
import { bothSignals } from '../export/both-signals.ts';
import type { ExportSink, FileToExport } from '../export/export-way.ts';
import { firstText } from '../export/first-text.ts';
import { mustBeAllowed } from '../policy/judge-for.ts';
import type { Transport } from '../transport/transport.ts';

/** A server collects for a while before the first byte, and between files. */
const SILENCE_MS = 600_000;
/** The end record of a zip without a comment. */
const END_RECORD_BYTES = 22;
const END_RECORD = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

export interface SavePackageParts {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly request: DebugPackageRequest;
  readonly signal: AbortSignal;
  readonly report: (progress: ExportProgress) => void;
}

export function packageFile({ scope }: DebugPackageRequest, connection: Connection, now: Date): FileToExport {
  const time = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  const server = connection.name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '_').slice(0, 80);
  return {
    name: `${time} ${server} - ${scope === 'cluster' ? 'Cluster' : 'Node'} debug package.zip`,
    format: 'zip',
  };
}

export function judgedPackageRequest({ connection, request }: SavePackageParts) {
  const route = request.scope === 'cluster' ? 'cluster-info-package' : 'info-package';
  return mustBeAllowed(connection, {
    method: 'GET',
    path: `/admin/debug/${route}${request.stacks ? '?stacktraces=true' : ''}`,
    timeoutMs: SILENCE_MS,
  });
}

/** The sink is finished, discarded or ended in any case. */
export async function savePackage(parts: SavePackageParts, sink: ExportSink): Promise<DebugPackageResult> {
  const { transport, signal, report } = parts;
  const stop = bothSignals(signal, sink.readerLeft);
  let bytes = 0;
  let tail = Buffer.alloc(0);
  const reportBytes = (): void => report({ kind: 'rows', rows: 0, bytes, total: null });
  try {
    const judged = judgedPackageRequest(parts);
    reportBytes();
    const { status, body } = await transport.stream(judged, stop.signal);
    if (status >= 400) {
      const { message, detail } = readFailure(status, await firstText(body));
      throw new PortError({
        code: 'bad-request',
        message: `The server refused the package: ${message.replace(/\.$/, '')}.`,
        detail,
      });
    }
    for await (const piece of body) {
      // This piece can have arrived before the abort.
      if (stop.signal.aborted) break;
      await sink.write(piece, 0);
      bytes += piece.length;
      tail = Buffer.concat([tail, piece]).subarray(-END_RECORD_BYTES);
      reportBytes();
    }
    stop.signal.throwIfAborted();
    if (!tail.subarray(0, END_RECORD.length).equals(END_RECORD))
      throw new PortError({
        code: 'bad-request',
        message: 'The server ended the package early: the archive has no end.',
      });
    return { bytes, file: await sink.finish() };
  } catch (thrown) {
    if (signal.aborted || sink.readerLeft.aborted)
      throw new PortError({
        code: 'cancelled',
        message: `The download was cancelled. ${await sink.discard()}`,
      });
    const error = toPortError(thrown);
    const rest = bytes === 0 ? await sink.discard() : await sink.endIncomplete();
    throw new PortError({ ...error.toBody(), message: `${error.message.replace(/\.$/, '')}. ${rest}` });
  } finally {
    stop.leave();
  }
}
