/** The recordings of one window: each lives as long as its stream. */
import { PortError, toPortError, type PortHandlers } from '../../../src/contract/index.ts';
import type { Log } from '../log/log-file.ts';
import { RecordingSession } from '../recordings/recording-session.ts';
import { loadAddon } from '../transport/addon-binding.ts';

interface RecordingHandlers {
  calls: Pick<
    PortHandlers['calls'],
    'recordings.piece' | 'recordings.read' | 'recordings.charts' | 'recordings.rows'
  >;
  streams: Pick<PortHandlers['streams'], 'recordings.session'>;
}

export function recordingCalls(addonPath: string, log: Log): RecordingHandlers {
  const sessions = new Map<string, RecordingSession>();
  const sessionOf = (id: string): RecordingSession => {
    const found = sessions.get(id);
    if (!found)
      throw new PortError({ code: 'bad-request', message: 'The recording is closed. Open its file again.' });
    return found;
  };
  return {
    calls: {
      // eslint-disable-next-line @typescript-eslint/require-await
      'recordings.piece': async ({ id, offset, bytes }) => {
        sessionOf(id).add(offset, Buffer.from(bytes, 'base64'));
        return {};
      },
      'recordings.read': async ({ id }) => {
        try {
          const overview = await sessionOf(id).read();
          const { findings, damage } = overview;
          log.write('info', 'recording-read', { findings: findings.length, damage: damage.length });
          return overview;
        } catch (thrown) {
          const { code, message } = toPortError(thrown);
          log.write('warn', 'recording-not-read', { code, message });
          throw thrown;
        }
      },
      'recordings.charts': async ({ id, range }, signal) => sessionOf(id).charts(range, signal),
      'recordings.rows': async ({ id, ...request }, signal) => sessionOf(id).rows(request, signal),
    },
    streams: {
      'recordings.session': async function* ({ id, size }, signal) {
        if (sessions.has(id))
          throw new PortError({ code: 'bad-request', message: 'This recording is open already.' });
        const session = new RecordingSession(loadAddon(addonPath), size);
        sessions.set(id, session);
        try {
          yield { kind: 'ready' };
          await ended(signal);
        } finally {
          sessions.delete(id);
          session.close();
        }
      },
    },
  };
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
