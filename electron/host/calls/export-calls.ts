/** Exports of one window: which file is decided outside of the page. */
import {
  toPortError,
  type ExportProgress,
  type ExportRequest,
  type PortHandlers,
} from '../../../src/contract/index.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import { exportFileName } from '../export/file-name.ts';
import { openSink } from '../export/open-sink.ts';
import { judgedPackageRequest, packageFile, savePackage } from '../debug-package/save-package.ts';
import { checkExport, writeExport, type ExportParts } from '../export/run-export.ts';
import type { WindowExports } from '../export/window-exports.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { TransportPool } from '../transport/transport-pool.ts';
import { generateToFile } from './certificate-generation-call.ts';

interface ExportCallParts {
  readonly store: ConnectionStore;
  readonly transports: TransportPool;
  readonly log: Log;
  readonly exporting: WindowExports;
}

interface ExportHandlers {
  calls: Pick<PortHandlers['calls'], 'exports.run' | 'certificates.generate' | 'packages.save'>;
  streams: Pick<PortHandlers['streams'], 'exports.progress'>;
}

export function exportCalls(
  { store, transports, log, exporting }: ExportCallParts,
  confirmations: WindowConfirmations,
): ExportHandlers {
  async function run(request: ExportRequest, signal: AbortSignal) {
    const usedWay = exporting.mustSave();
    const connection = store.get(request.connection);
    const parts: ExportParts = {
      connection,
      transport: transports.to(connection),
      request,
      signal,
      report: (progress) => exporting.report(request.id, progress),
    };
    await checkExport(parts);
    const file = { name: exportFileName(request.fileName, request.format), format: request.format };
    const sink = await openSink(usedWay, file, signal, parts.report);
    return writeExport(parts, sink);
  }

  return {
    calls: {
      'exports.run': async (request, signal) => {
        exporting.begin(request.id);
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
          exporting.end(request.id);
        }
      },
      'packages.save': async (request, signal) => {
        const usedWay = exporting.mustSave();
        const connection = store.get(request.connection);
        exporting.begin(request.id);
        const about = { connection: connection.id, scope: request.scope };
        try {
          const parts = {
            ...{ connection, transport: transports.to(connection), request, signal },
            report: (progress: ExportProgress) => exporting.report(request.id, progress),
          };
          // Fails before a file is chosen when the connection's mode forbids the request.
          judgedPackageRequest(parts);
          const file = packageFile(request, connection, new Date());
          const result = await savePackage(parts, await openSink(usedWay, file, signal, parts.report));
          log.write('info', 'package-saved', { ...about, bytes: result.bytes });
          return result;
        } catch (thrown) {
          const error = toPortError(thrown);
          log.write(error.code === 'cancelled' ? 'info' : 'warn', 'package-not-saved', {
            ...about,
            ...error.toBody(),
          });
          throw error;
        } finally {
          exporting.end(request.id);
        }
      },
      'certificates.generate': async (request, signal) => {
        const usedWay = exporting.mustSave();
        const connection = store.get(request.connection);
        exporting.begin(request.id);
        try {
          const result = await generateToFile({
            connection,
            mustBeUnchanged: () => store.mustBeUnchanged(connection),
            transport: transports.to(connection),
            confirmations,
            request,
            way: usedWay,
            signal,
            report: (progress) => exporting.report(request.id, progress),
          });
          log.write('info', 'certificate-generated', { connection: connection.id });
          return result;
        } catch (thrown) {
          log.write('warn', 'certificate-not-generated', {
            connection: connection.id,
            ...toPortError(thrown).toBody(),
          });
          throw thrown;
        } finally {
          exporting.end(request.id);
        }
      },
    },
    streams: {
      'exports.progress': ({ id }, signal) => exporting.watch(id, signal),
    },
  };
}
