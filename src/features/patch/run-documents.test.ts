import { expect, it } from 'vitest';
import { PortError } from '../../contract/index.ts';
import { runDocuments, type DocumentsOptions } from './run-documents.ts';

const options: DocumentsOptions = {
  signal: new AbortController().signal,
  maxPerSecond: null,
  onProgress: () => undefined,
  messageOf: (thrown) => (thrown instanceof Error ? thrown.message : String(thrown)),
};
const ids = Array.from({ length: 20 }, (_, at) => `d/${at}`);

it('continues after failures and counts results by status', async () => {
  const progress: number[] = [];
  const result = await runDocuments(
    ids,
    (id) => {
      if (id === 'd/3' || id === 'd/7') return Promise.reject(new Error(`no ${id}`));
      return Promise.resolve(id === 'd/5' ? 'NotModified' : 'Patched');
    },
    { ...options, onProgress: ({ done }) => progress.push(done) },
  );
  expect(result.byStatus).toEqual(
    new Map([
      ['Patched', 17],
      ['NotModified', 1],
    ]),
  );
  expect(result.failures).toEqual([
    { id: 'd/3', message: 'no d/3' },
    { id: 'd/7', message: 'no d/7' },
  ]);
  expect(result.left).toEqual([]);
  expect(progress).toEqual(ids.map((_, at) => at + 1));
});

it('stops when cancelled, and reports what was not tried', async () => {
  const abort = new AbortController();
  const changed: string[] = [];
  const result = await runDocuments(
    ids,
    (id) => {
      changed.push(id);
      if (changed.length === 6) abort.abort();
      return Promise.resolve('Patched');
    },
    { ...options, signal: abort.signal },
  );
  expect(result.cancelled).toBe(true);
  expect([...changed, ...result.left].sort()).toEqual([...ids].sort());
  expect(result.byStatus.get('Patched')).toBe(changed.length);
  expect(result.left.length).toBeGreaterThan(0);
});

it('stops when the server cannot be reached, instead of listing every document as failed', async () => {
  const lost = new PortError({ code: 'unreachable', message: 'No route.' });
  let calls = 0;
  const result = await runDocuments(
    ids,
    () => (++calls > 4 ? Promise.reject(lost) : Promise.resolve('Patched')),
    options,
  );
  expect(result.error).toBe(lost);
  expect(result.failures).toEqual([]);
  expect(result.left).toHaveLength(16);
});

it('keeps to the allowed rate', async () => {
  let time = 0;
  const starts: number[] = [];
  await runDocuments(
    ids,
    () => {
      starts.push(time);
      return Promise.resolve('Patched');
    },
    {
      ...options,
      maxPerSecond: 10,
      now: () => time,
      wait: (ms) => {
        time += ms;
        return Promise.resolve();
      },
    },
  );
  // The twentieth document is due after 1.9 s.
  expect(Math.max(...starts)).toBeGreaterThanOrEqual(1900);
});
