/** The opened recordings of one window: each lives as long as its stream. */
import { PortError, toPortError, type PortHandlers } from '../../../src/contract/index.ts';
import type { Log } from '../log/log-file.ts';
import { editedName } from '../recordings/recording-names.ts';
import { RecordingSession } from '../recordings/recording-session.ts';
import type { RecordingsFolder } from '../recordings/recordings-folder.ts';
import { openStored } from '../recordings/stored-session.ts';
import { loadAddon } from '../transport/addon-binding.ts';
import type { RecordingSaves } from './recording-saves.ts';

interface RecordingParts {
  readonly addonPath: string;
  readonly folder: RecordingsFolder;
  readonly saves: RecordingSaves;
  readonly log: Log;
}

interface RecordingHandlers {
  calls: Pick<
    PortHandlers['calls'],
    | 'recordings.piece'
    | 'recordings.read'
    | 'recordings.charts'
    | 'recordings.rows'
    | 'recordings.edit'
    | 'recordings.export'
    | 'recordings.compare'
  >;
  streams: Pick<PortHandlers['streams'], 'recordings.session'>;
}

interface Opened {
  readonly session: RecordingSession;
  /** Its name in the folder; undefined for a file that the page sends. */
  readonly stored: string | undefined;
}

export function recordingCalls({ addonPath, folder, saves, log }: RecordingParts): RecordingHandlers {
  const opened = new Map<string, Opened>();
  /** Also those that are being read from the folder. */
  const ids = new Set<string>();
  const openedAs = (id: string): Opened => {
    const found = opened.get(id);
    if (!found)
      throw new PortError({ code: 'bad-request', message: 'The recording is closed. Open its file again.' });
    return found;
  };
  const sessionOf = (id: string): RecordingSession => openedAs(id).session;

  async function logged<T>(failed: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      const { code, message } = toPortError(thrown);
      log.write(code === 'cancelled' ? 'info' : 'warn', failed, { code, message });
      throw thrown;
    }
  }

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
      'recordings.edit': ({ id, ...edit }) =>
        logged('recording-not-edited', async () => {
          const { session, stored } = openedAs(id);
          const { manifest, span } = session.about;
          const from = { stored, server: manifest.server, started: new Date(span.from / 1000) };
          const base = editedName(from, { cut: edit.range !== null, mask: edit.mask });
          const { name, complete } = await folder.make(base, (path) => session.edit(edit, path));
          complete();
          log.write('info', 'recording-edited', { cut: edit.range !== null, masked: edit.mask });
          return { name };
        }),
      'recordings.export': ({ id, part, progress }, signal) =>
        logged('recording-not-exported', async () => {
          const result = await saves.exportPart(sessionOf(id), part, progress, signal);
          log.write('info', 'recording-exported', { format: part.format, bytes: result.bytes });
          return result;
        }),
      'recordings.compare': async ({ id, other }, signal) => sessionOf(id).compare(sessionOf(other), signal),
    },
    streams: {
      'recordings.session': async function* (params, signal) {
        const { id } = params;
        if (ids.has(id))
          throw new PortError({ code: 'bad-request', message: 'This recording is open already.' });
        ids.add(id);
        let session: RecordingSession | undefined;
        try {
          const stored = 'stored' in params ? params.stored : undefined;
          session =
            'stored' in params
              ? await openStored(loadAddon(addonPath), folder, params.stored, signal)
              : new RecordingSession(loadAddon(addonPath), params.size);
          opened.set(id, { session, stored });
          yield { kind: 'ready' };
          await ended(signal);
        } finally {
          ids.delete(id);
          opened.delete(id);
          session?.close();
        }
      },
    },
  };
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
