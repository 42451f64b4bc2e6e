/** `diskChecks.run`: measures a disk of this computer. */
import { toPortError, type DiskCheckProgress, type PortHandlers } from '../../../src/contract/index.ts';
import type { DiskChecks } from '../disk-check/disk-checks.ts';
import { folderToCheck, type PlaceParts } from '../disk-check/place.ts';
import { ProgressBoard } from '../export/progress-board.ts';
import type { Log } from '../log/log-file.ts';

interface DiskCheckHandlers {
  calls: Pick<PortHandlers['calls'], 'diskChecks.run'>;
  streams: Pick<PortHandlers['streams'], 'diskChecks.progress'>;
}

export function diskCheckCalls(checks: DiskChecks, parts: PlaceParts, log: Log): DiskCheckHandlers {
  const board = new ProgressBoard<DiskCheckProgress>();
  return {
    calls: {
      'diskChecks.run': async (request, signal) => {
        const { id, seconds, bytes, threads } = request;
        const about = { place: request.place.kind, seconds, bytes, threads };
        try {
          checks.mustBeFree();
          const folder = await folderToCheck(request, parts, signal);
          const task = { folder, seconds, bytes, threads };
          const report = await checks.run(task, signal, (progress) => board.report(id, progress));
          log.write('info', 'disk-checked', { ...about, took: report.seconds });
          return { report };
        } catch (thrown) {
          const error = toPortError(thrown);
          const level = error.code === 'cancelled' ? 'info' : 'warn';
          log.write(level, 'disk-not-checked', { ...about, ...error.toBody() });
          throw error;
        } finally {
          board.end(id);
        }
      },
    },
    streams: { 'diskChecks.progress': ({ id }, signal) => board.watch(id, signal) },
  };
}
