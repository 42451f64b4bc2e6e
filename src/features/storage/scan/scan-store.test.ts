import { expect, it } from 'vitest';
import type { OperationProgress, Session } from '../../../app/registry/index.ts';
import { cancelScan, runScan, scanKey, useScans } from './scan-store.ts';
import { scanServer, type Stored } from './server-for-tests.ts';

const stored: Stored[] = Array.from({ length: 600 }, (_, at) => ({
  ...{ id: `orders/${String(at).padStart(3, '0')}`, actual: at, allocated: at },
}));
const request = { collection: null, most: 1_000, maxPerSecond: null, total: 600 };

function session() {
  const progress: OperationProgress[] = [];
  const titles: string[] = [];
  const abort = new AbortController();
  const runOperation: Session['runOperation'] = (title, work) => {
    titles.push(title);
    return work({ signal: abort.signal, report: (each) => progress.push(each) });
  };
  return { runOperation, titles, progress, abort };
}

const runOf = (key: string) => useScans.getState().runs.get(key);

it('keeps the result of a scan and runs one per database', async () => {
  const key = scanKey('c1', 'kept');
  const server = scanServer(stored);
  const first = runScan(key, session(), server.db, request);
  expect(runOf(key)).toMatchObject({ kind: 'running', report: null, cancelling: false });
  await runScan(key, session(), server.db, request);
  await first;
  expect(runOf(key)).toMatchObject({ kind: 'ended', report: { read: 600, end: 'complete' } });
  // Three pages of two requests; a second scan would have doubled them.
  expect(server.requests).toHaveLength(6);
});

it('is cancelled from the screen and from the status bar, and keeps what it read', async () => {
  for (const from of ['screen', 'status bar']) {
    const key = scanKey('c1', from);
    const own = session();
    const server = scanServer(stored, ({ path }) => {
      if (!path.includes('startAfter')) return undefined;
      if (from === 'screen') cancelScan(key);
      else own.abort.abort();
      expect(runOf(key)).toMatchObject({ kind: 'running', cancelling: true });
      return undefined;
    });
    await runScan(key, own, server.db, request);
    expect(runOf(key)).toMatchObject({ kind: 'ended', report: { read: 256, end: 'cancelled' } });
    expect(own.titles).toEqual(['Scanning documents of Shop']);
  }
});

it('keeps what was read by a failed scan, with the error', async () => {
  const key = scanKey('c1', 'failed');
  const own = session();
  const server = scanServer(stored, ({ path }) => (path.includes('startAfter') ? { body: '[]' } : undefined));
  await runScan(key, own, server.db, request);
  expect(runOf(key)).toMatchObject({
    kind: 'failed',
    report: { read: 256, end: null },
    error: { code: 'not-ravendb' },
  });
  expect(own.progress.at(-1)).toMatchObject({ done: 256, total: 600 });
  // A failed scan can be started again.
  await runScan(key, session(), scanServer(stored).db, request);
  expect(runOf(key)).toMatchObject({ kind: 'ended' });
});
