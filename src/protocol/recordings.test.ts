import { expect, it } from 'vitest';
import type { StreamParams } from '../contract/index.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { openRecording, openStoredRecording } from './recordings.ts';

const overview = {
  ...{ ending: null, damage: [], counts: [], rulesRun: 0, findings: [] },
  ...{ span: { from: 0, to: 1 }, extent: { from: 0, to: 1 } },
  manifest: {
    ...{
      recorder: '',
      server: 's',
      serverVersion: '',
      clockOffset: 0,
      databases: [],
      note: '',
      masked: false,
    },
  },
};

function recordingsPort() {
  const sessions: StreamParams<'recordings.session'>[] = [];
  const calls: string[] = [];
  const ended: string[] = [];
  const port = scriptedPort({
    http: () => ({}),
    calls: {
      'recordings.piece': ({ id, offset }) => {
        calls.push(`piece ${offset} of ${id}`);
        return Promise.resolve({});
      },
      'recordings.read': ({ id }) => {
        calls.push(`read ${id}`);
        return Promise.resolve(overview);
      },
      'recordings.rows': ({ id, from, to }) => {
        calls.push(`rows ${from} to ${to} of ${id}`);
        return Promise.resolve({ total: 0, rows: [] });
      },
    },
    streams: {
      'recordings.session': async function* (params, signal) {
        sessions.push(params);
        yield { kind: 'ready' };
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        ended.push(params.id);
      },
    },
  });
  return { port, sessions, calls, ended };
}

it('opens a stored recording by its name, without sending it', async () => {
  const { port, sessions, calls, ended } = recordingsPort();
  const abort = new AbortController();
  const recording = await openStoredRecording(port, 'night.rookery', abort.signal);
  const { id } = recording;
  expect(sessions).toEqual([{ id, stored: 'night.rookery' }]);
  await recording.rows({ table: 'logs', from: 0.5, to: 1.5, order: 'oldest', start: 0, size: 10 });
  expect(calls).toEqual([`read ${id}`, `rows 0 to 2 of ${id}`]);
  abort.abort();
  await expect.poll(() => ended).toEqual([id]);
});

it('sends a file in pieces and keeps its id', async () => {
  const { port, sessions, calls } = recordingsPort();
  const abort = new AbortController();
  const sent: number[] = [];
  const { id } = await openRecording(port, new Blob(['recording']), {
    signal: abort.signal,
    onSent: (bytes) => sent.push(bytes),
  });
  expect(sessions).toEqual([{ id, size: 9 }]);
  expect(calls).toEqual([`piece 0 of ${id}`, `read ${id}`]);
  expect(sent).toEqual([9]);
  abort.abort();
});

it('refuses a name with a folder before the host sees it', async () => {
  const { port, sessions } = recordingsPort();
  const { signal } = new AbortController();
  await expect(openStoredRecording(port, '../night.rookery', signal)).rejects.toThrow();
  expect(sessions).toEqual([]);
});
