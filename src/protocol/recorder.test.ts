import { describe, expect, it } from 'vitest';
import { PortError, type ExportProgress, type RecordingEdit } from '../contract/index.ts';
import { scriptedPort } from './ports-for-tests.ts';
import {
  compareRecordings,
  dismissRecording,
  editRecording,
  exportRecordingPart,
  removeRecording,
  saveRecording,
  startRecording,
  stopRecording,
  watchRecordings,
} from './recorder.ts';

const http = () => ({});
const open = { id: 'recording-1' };
const { signal } = new AbortController();

describe('calls of the recorder', () => {
  it('start, stop, remove and dismiss by id and name', async () => {
    const seen: unknown[] = [];
    const note = (name: string) => (request: object) => {
      seen.push([name, request]);
      return Promise.resolve({});
    };
    const port = scriptedPort({
      http,
      calls: {
        'recordings.start': (request) => note('start')(request).then(() => ({ id: 'r1' })),
        'recordings.stop': (request) => note('stop')(request).then(() => ({ name: 'a.rookery' })),
        'recordings.remove': note('remove'),
        'recordings.dismiss': note('dismiss'),
      },
    });
    const request = {
      ...{ connection: 'sandbox', databases: ['Shop'], triggers: [], logLevel: 'Warn' as const, note: '' },
      ...{
        length: { kind: 'next' as const, minutes: 1 },
        maxMegabytes: 240,
        requests: 'all' as const,
        mostPerSecond: 1000,
        startAt: null,
      },
    };
    expect(await startRecording(port, request)).toBe('r1');
    expect(await stopRecording(port, 'r1')).toBe('a.rookery');
    await removeRecording(port, 'a.rookery');
    await dismissRecording(port, 'r2');
    expect(seen).toEqual([
      ['start', request],
      ['stop', { id: 'r1' }],
      ['remove', { name: 'a.rookery' }],
      ['dismiss', { id: 'r2' }],
    ]);
  });

  it('edit leaves unchanged what is not given', async () => {
    const edits: RecordingEdit[] = [];
    const port = scriptedPort({
      http,
      calls: {
        'recordings.edit': (edit) => {
          edits.push(edit);
          return Promise.resolve({ name: 'a cut.rookery' });
        },
      },
    });
    expect(await editRecording(port, open, { range: { from: 1, to: 2 } }, signal)).toBe('a cut.rookery');
    await editRecording(port, open, { mask: true }, signal);
    expect(edits).toEqual([
      { id: open.id, range: { from: 1, to: 2 }, mask: false, note: null, annotations: [] },
      { id: open.id, range: null, mask: true, note: null, annotations: [] },
    ]);
  });

  it('compare names both recordings', async () => {
    const side = { server: 's', version: '7', started: 1, seconds: 2 };
    const answer = { a: side, b: side, metrics: [], onlyInA: [], onlyInB: ['x'] };
    const port = scriptedPort({
      http,
      calls: {
        'recordings.compare': ({ id, other }) =>
          Promise.resolve({ ...answer, onlyInA: [`${id} and ${other}`] }),
      },
    });
    const compared = await compareRecordings(port, open, { id: 'recording-2' }, signal);
    expect(compared.onlyInA).toEqual(['recording-1 and recording-2']);
  });

  it('report a refusal of the host', async () => {
    const message = 'Four recordings are running already.';
    const port = scriptedPort({
      http,
      calls: { 'recordings.stop': () => Promise.reject(new PortError({ code: 'bad-request', message })) },
    });
    await expect(stopRecording(port, 'r1')).rejects.toMatchObject({ code: 'bad-request', message });
  });
});

describe('a file that the user chooses', () => {
  it('is written by a call whose progress has the same id', async () => {
    const watched: string[] = [];
    const port = scriptedPort({
      http,
      calls: {
        'recordings.save': async ({ name, progress }) => {
          await expect.poll(() => watched).toContain(progress);
          return { bytes: 7, file: `/tmp/${name}` };
        },
        'recordings.export': ({ part }) =>
          Promise.resolve({ bytes: JSON.stringify(part).length, file: null }),
      },
      streams: {
        'exports.progress': async function* ({ id }, ended) {
          watched.push(id);
          yield { kind: 'rows', rows: 0, bytes: 7, total: null };
          await new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve()));
        },
      },
    });
    const progress: ExportProgress[] = [];
    const onProgress = (each: ExportProgress) => void progress.push(each);
    expect(await saveRecording(port, 'a.rookery', { signal, onProgress })).toEqual({
      bytes: 7,
      file: '/tmp/a.rookery',
    });
    await expect.poll(() => progress).toEqual([{ kind: 'rows', rows: 0, bytes: 7, total: null }]);
    const part = { format: 'csv', table: 'requests' } as const;
    expect(await exportRecordingPart(port, open, part, { signal, onProgress: () => undefined })).toEqual({
      bytes: JSON.stringify(part).length,
      file: null,
    });
  });
});

it('watches the list', async () => {
  const list = {
    running: [],
    stored: [],
    failed: [{ id: 'f', connectionName: 'S', time: 1, message: 'No.', name: null }],
    ended: [],
    missed: [],
  };
  const port = scriptedPort({
    http,
    streams: {
      // eslint-disable-next-line @typescript-eslint/require-await
      'recordings.watch': async function* () {
        yield list;
      },
    },
  });
  const seen: unknown[] = [];
  for await (const each of watchRecordings(port, signal)) seen.push(each);
  expect(seen).toEqual([list]);
});
