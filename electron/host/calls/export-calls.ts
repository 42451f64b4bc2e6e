/** Exports of one window: which file is decided outside of the page. */
import {
  PortError,
  toPortError,
  type ExportProgress,
  type ExportRequest,
  type PortHandlers,
} from '../../../src/contract/index.ts';
import type { ExportWay } from '../export/export-way.ts';
import { exportFileName } from '../export/file-name.ts';
import { openSink } from '../export/open-sink.ts';
import { ProgressBoard } from '../export/progress-board.ts';
import { checkExport, writeExport, type ExportParts } from '../export/run-export.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { TransportPool } from '../transport/transport-pool.ts';

interface ExportCallParts {
  readonly store: ConnectionStore;
  readonly transports: TransportPool;
  readonly log: Log;
  readonly way: ExportWay | undefined;
}

interface ExportHandlers {
  calls: Pick<PortHandlers['calls'], 'exports.run'>;
  streams: Pick<PortHandlers['streams'], 'exports.progress'>;
}

/** Each has a dialog or a download and a request under way. */
const MAX_RUNNING = 4;

export function exportCalls({ store, transports, log, way }: ExportCallParts): ExportHandlers {
  const board = new ProgressBoard<ExportProgress>();
  const running = new Set<string>();

  async function run(request: ExportRequest, signal: AbortSignal) {
    if (!way) throw new PortError({ code: 'unsupported', message: 'This program cannot save files.' });
    const connection = store.get(request.connection);
    const parts: ExportParts = {
      connection,
      transport: transports.to(connection),
      request,
      signal,
      report: (progress) => board.report(request.id, progress),
    };
    await checkExport(parts);
    const file = { name: exportFileName(request.fileName, request.format), format: request.format };
    const sink = await openSink(way, file, signal, parts.report);
    return writeExport(parts, sink);
  }

  return {
    calls: {
      'exports.run': async (request, signal) => {
        if (running.has(request.id) || running.size >= MAX_RUNNING)
          throw new PortError({
            code: 'bad-request',
            message: `${MAX_RUNNING} exports are running. Wait for one to end, or cancel it.`,
          });
        running.add(request.id);
        // Without the query, which can contain values.
        const about = { connection: request.connection, format: request.format, source: request.source.kind };
        try {
          const { file, ...result } = await run(request, signal);
          log.write('info', 'export-ended', { ...about, ...result });
          return { file, ...result };
        } catch (thrown) {
          const error = toPortError(thrown);
          log.write(error.code === 'cancelled' ? 'info' : 'warn', 'export-failed', {
            ...about,
            ...error.toBody(),
          });
          throw error;
        } finally {
          running.delete(request.id);
          board.end(request.id);
        }
      },
    },
    streams: {
      'exports.progress': ({ id }, signal) => board.watch(id, signal),
    },
  };
}
