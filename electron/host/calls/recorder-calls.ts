/** Calls about the recordings that the host makes and keeps, the same for all windows. */
import { toPortError, type PortHandlers } from '../../../src/contract/index.ts';
import type { Log } from '../log/log-file.ts';
import type { Recorder } from '../recorder/recorder.ts';
import type { WatchedList } from '../recorder/watched-list.ts';
import type { RecordingsFolder } from '../recordings/recordings-folder.ts';
import type { RecordingSaves } from './recording-saves.ts';

interface RecorderCallParts {
  readonly recorder: Recorder;
  readonly folder: RecordingsFolder;
  readonly list: WatchedList;
  readonly saves: RecordingSaves;
  readonly log: Log;
}

interface RecorderHandlers {
  calls: Pick<
    PortHandlers['calls'],
    'recordings.start' | 'recordings.stop' | 'recordings.remove' | 'recordings.dismiss' | 'recordings.save'
  >;
  streams: Pick<PortHandlers['streams'], 'recordings.watch'>;
}

export function recorderCalls({ recorder, folder, list, saves, log }: RecorderCallParts): RecorderHandlers {
  return {
    calls: {
      'recordings.start': async (request) => ({ id: await recorder.start(request) }),
      'recordings.stop': async ({ id }) => ({ name: await recorder.stop(id) }),
      'recordings.remove': async ({ name }) => {
        await folder.remove(name);
        log.write('info', 'recording-removed');
        return {};
      },
      'recordings.dismiss': async ({ id }) => {
        await recorder.dismiss(id);
        return {};
      },
      'recordings.save': async ({ name, progress }, signal) => {
        try {
          const result = await saves.save(name, progress, signal);
          log.write('info', 'recording-saved', { bytes: result.bytes });
          return result;
        } catch (thrown) {
          const { code, message } = toPortError(thrown);
          log.write(code === 'cancelled' ? 'info' : 'warn', 'recording-not-saved', { code, message });
          throw thrown;
        }
      },
    },
    streams: { 'recordings.watch': (_params, signal) => list.watch(signal) },
  };
}
