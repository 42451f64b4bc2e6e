import { expect, it } from 'vitest';
import { ServerClient } from '../../protocol/client.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { cancelRun, runInBackground, runKey, useRuns, type RunSubject } from './run-store.ts';
import type { RunInput } from './patch-run.ts';

const input: RunInput = {
  request: { kind: 'delete-documents', ids: ['a', 'b'] },
  total: 2,
  onFailure: 'continue',
  options: { maxPerSecond: null, allowStale: false, staleSeconds: null, ignoreScriptLimit: false },
};

/** A run in a tab of that database; its requests wait for `release`. */
function begin(database: string) {
  let release = (): void => undefined;
  const open = new Promise<void>((resolve) => (release = resolve));
  const port = scriptedPort({
    http: async () => {
      await open;
      return { status: 204 };
    },
  });
  const key = runKey('live', database, 'patch-1');
  const subject: RunSubject = {
    key,
    session: {
      runOperation: (_title, work) => work({ signal: new AbortController().signal, report: () => undefined }),
    },
    db: new ServerClient(port, 'live').database(database),
    action: 'delete',
    onActive: () => undefined,
  };
  return { key, ended: runInBackground(subject, input, null), release };
}
const runOf = (key: string) => useRuns.getState().runs.get(key);

it('cancels the run of one database only, when another has the same tab id', async () => {
  const shop = begin('Shop');
  const other = begin('Other');
  cancelRun(other.key);
  expect(runOf(other.key)).toMatchObject({ kind: 'running', cancelling: true });
  expect(runOf(shop.key)).toMatchObject({ kind: 'running', cancelling: false });
  other.release();
  shop.release();
  await Promise.all([other.ended, shop.ended]);
  expect(runOf(other.key)).toMatchObject({ kind: 'ended', outcome: { kind: 'cancelled' } });
  expect(runOf(shop.key)).toMatchObject({ kind: 'ended', outcome: { kind: 'completed', done: 2 } });
});

it('leaves a later run with the same key alone when the earlier one ends', async () => {
  const first = begin('Shop');
  const second = begin('Shop');
  first.release();
  await first.ended;
  expect(runOf(second.key)?.kind).toBe('running');
  second.release();
  await second.ended;
  expect(runOf(second.key)?.kind).toBe('ended');
});

it('drops the oldest ended runs, never one that runs', async () => {
  const running = begin('Running');
  const all = Array.from({ length: 20 }, (_, at) => begin(`Shop${at}`));
  for (const each of all) {
    each.release();
    await each.ended;
  }
  expect(useRuns.getState().runs.size).toBe(16);
  expect(runOf(running.key)?.kind).toBe('running');
  expect(all.map(({ key }) => runOf(key)?.kind)).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    ...Array.from({ length: 15 }, () => 'ended'),
  ]);
  running.release();
  await running.ended;
});
