/** The end of an operation, read from servers that fail, hang or do not know it. */
import { expect, it, onTestFinished } from 'vitest';
import type { HttpResponse } from '../../../src/contract/index.ts';
import { OperationWatch } from './operation-watch.ts';

const LONG_MS = 60_000;
const never = new AbortController().signal;

const response = (status: number, body: string): HttpResponse => ({ status, headers: {}, body, ms: 1 });

function watching(read: (turn: number, signal: AbortSignal) => Promise<HttpResponse>) {
  const turns = { count: 0 };
  const watch = new OperationWatch(
    (signal) => read(turns.count++, signal),
    () => undefined,
  );
  onTestFinished(() => watch.stop());
  return { watch, turns };
}

it('reads again after a failed read until the operation has ended', async () => {
  const answers = [
    () => Promise.reject(new Error('reset')),
    () => Promise.resolve(response(503, 'busy')),
    () => Promise.resolve(response(200, 'not JSON')),
    () => Promise.resolve(response(200, '{"Status":"InProgress"}')),
    () => Promise.resolve(response(200, '{"Status":"Completed","Result":{"Documents":1}}')),
  ];
  const { watch, turns } = watching((turn) => answers[turn]?.() ?? Promise.reject(new Error('too many')));
  expect(await watch.end(LONG_MS, never)).toEqual({ kind: 'completed', result: { Documents: 1 } });
  expect(turns.count).toBe(5);
});

it('does not wait for an operation that the server does not know', async () => {
  const { watch, turns } = watching(() => Promise.resolve(response(404, '')));
  expect(await watch.end(LONG_MS, never)).toEqual({ kind: 'unknown' });
  expect(turns.count).toBe(1);
});

const hanging = (_turn: number, signal: AbortSignal): Promise<HttpResponse> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });

it('ends a read that hangs at the deadline', async () => {
  const { watch, turns } = watching(hanging);
  expect(await watch.end(20, never)).toEqual({ kind: 'unknown' });
  expect(turns.count).toBe(1);
});

it('ends a read that hangs when it is cancelled', async () => {
  const abort = new AbortController();
  const { watch } = watching((turn, signal) => {
    queueMicrotask(() => abort.abort());
    return hanging(turn, signal);
  });
  expect(await watch.end(LONG_MS, abort.signal)).toEqual({ kind: 'unknown' });
});
