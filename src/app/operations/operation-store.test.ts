import { expect, it, vi } from 'vitest';
import { operationStore, runOperation } from './operation-store.ts';

const running = () => operationStore.getState().operations;

it('shows progress while it runs and is removed afterwards, with its result or its error', async () => {
  const seen = vi.fn<(done: number | undefined) => void>();
  const stop = operationStore.subscribe(({ operations }) => seen(operations[0]?.progress?.done));
  await expect(
    runOperation('Filling Shop', (control) => {
      control.report({ done: 250, total: 785 });
      return Promise.resolve('done');
    }),
  ).resolves.toBe('done');
  stop();
  expect(seen.mock.calls.flat()).toEqual([undefined, 250, undefined]);
  await expect(runOperation('Failing', () => Promise.reject(new Error('disk full')))).rejects.toThrow(
    'disk full',
  );
  expect(running()).toEqual([]);
});

it('can be cancelled, and shows this until it has stopped', async () => {
  const work = runOperation(
    'Long work',
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  running()[0]?.cancel();
  expect(running()).toMatchObject([{ title: 'Long work', cancelling: true }]);
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  expect(running()).toEqual([]);
});
