import { beforeEach, expect, it } from 'vitest';
import type { Session } from '../../app/registry/index.ts';
import { cancelTransfer, runKey, runTransfer, useTransferRuns, type RunResult } from './run-store.ts';

const session: Pick<Session, 'runOperation'> = {
  runOperation: (_title, work) => work({ signal: new AbortController().signal, report: () => undefined }),
};
const keyOf = (database: string): string =>
  runKey({ direction: 'import', connectionId: 'live', database, tabId: 'transfer-1' });
const done: RunResult = { kind: 'completed', sentence: 'Done.', error: undefined, report: null };

/** A run that ends when it is cancelled or released. */
function begin(key: string) {
  let release: (result: RunResult) => void = () => undefined;
  const ended = runTransfer({
    key,
    session,
    title: 'Importing',
    subject: key,
    totalBytes: null,
    work: (signal) =>
      new Promise((resolve) => {
        release = resolve;
        signal.addEventListener('abort', () => resolve({ ...done, kind: 'cancelled' }));
      }),
  });
  return { ended, release: () => release(done) };
}
const runs = () => useTransferRuns.getState().runs;

beforeEach(() => useTransferRuns.setState({ runs: new Map() }));

it('cancels the run of one database only, when another has the same tab id', async () => {
  const shop = begin(keyOf('Shop'));
  const other = begin(keyOf('Other'));
  cancelTransfer(keyOf('Other'));
  expect((await other.ended).kind).toBe('cancelled');
  expect(runs().get(keyOf('Shop'))).toMatchObject({ kind: 'running', cancelling: false });
  shop.release();
  expect((await shop.ended).kind).toBe('completed');
});

it('leaves a later run with the same key alone when the earlier one ends', async () => {
  const first = begin(keyOf('Shop'));
  const second = begin(keyOf('Shop'));
  first.release();
  await first.ended;
  expect(runs().get(keyOf('Shop'))?.kind).toBe('running');
  cancelTransfer(keyOf('Shop'));
  expect((await second.ended).kind).toBe('cancelled');
});

it('drops the oldest ended runs, and none that is running', async () => {
  const running = begin(keyOf('Running'));
  for (let at = 0; at < 20; at++) {
    const run = begin(keyOf(`Shop${at}`));
    run.release();
    await run.ended;
  }
  expect(runs().size).toBe(12);
  expect(runs().has(keyOf('Running'))).toBe(true);
  expect(runs().has(keyOf('Shop8'))).toBe(false);
  expect(runs().has(keyOf('Shop9'))).toBe(true);
  running.release();
  await running.ended;
});
