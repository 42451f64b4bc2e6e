/** Copies that fail or are cancelled, and continue. */
import { describe, expect, it } from 'vitest';
import { copying, rows } from './copying-for-tests.ts';

describe('a copy that stopped', () => {
  it('continues after the last written document', async () => {
    const { run, resume, written, hooks, requests, states, port, id } = await copying(rows(0, 3000));
    let writes = 0;
    hooks.onWrite = () => (++writes === 3 ? 507 : undefined);
    const failed = await run();
    expect(failed).toMatchObject({ kind: 'failed', resumable: true });
    expect(failed.message).toContain('The disk is full');
    const before = written.size;
    expect(before).toBeGreaterThan(0);
    expect(await states()).toEqual(['copy-for-a-test.json']);
    expect((await port.call('copies.unfinished', { id })).copy?.report.counts[0]?.copied).toBe(before);

    const sent = requests.length;
    const outcome = await resume();
    expect(outcome.kind).toBe('completed');
    expect(outcome.report.counts[0]).toMatchObject({ copied: 3000 });
    expect(written.size).toBe(3000);
    const batches = requests.slice(sent).filter((each) => each.includes('bulk_docs')).length;
    expect(batches).toBe(Math.ceil((3000 - before) / 512));
    expect(await states()).toEqual([]);
    await expect(resume()).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('knows with stop what it wrote itself', async () => {
    const { run, resume, written, hooks, dropAnswers } = await copying(rows(0, 2000), {
      plan: { existing: 'stop' },
    });
    let writes = 0;
    hooks.onWrite = () => {
      dropAnswers(++writes === 2);
      return undefined;
    };
    expect(await run()).toMatchObject({ kind: 'failed', resumable: true });
    expect(written.size).toBeGreaterThan(512);
    expect(await resume()).toMatchObject({ kind: 'completed', report: { counts: [{ copied: 2000 }] } });
  });

  it('continues in the database whose creation was not answered', async () => {
    const { run, resume, port, written } = await copying(rows(0, 10));
    const { connections } = await port.call('connections.list', {});
    const idOf = (name: string): string =>
      connections.find((each) => each.connection.name === name)?.connection.id ?? '';
    const plan = { connection: idOf('full'), database: 'copy', create: true };
    expect(await run(undefined, { target: plan })).toMatchObject({ kind: 'failed', resumable: true });
    expect((await resume()).kind).toBe('completed');
    expect(written.size).toBe(10);
  });

  it('keeps its masks', async () => {
    const documents = rows(0, 1000).map((each) => ({ ...each, members: '"Mail":"ada@example.com"' }));
    const { run, resume, written, hooks } = await copying(documents, { plan: { maskedFields: ['Mail'] } });
    let writes = 0;
    hooks.onWrite = () => (++writes === 2 ? 507 : undefined);
    await run();
    await resume();
    expect(new Set([...written.values()].map(({ Mail }) => Mail)).size).toBe(1);
    expect(written.get('items/0')?.Mail).not.toBe('ada@example.com');
  });

  it('counts no document twice after a cancellation', async () => {
    const { run, resume, written, hooks } = await copying(rows(0, 600), {
      plan: { documentsPerSecond: 400 },
    });
    const abort = new AbortController();
    hooks.onWrite = () => {
      // After the batch is written, during the pause of the rate limit.
      setTimeout(() => abort.abort(), 60);
      return undefined;
    };
    await run(abort.signal);
    expect(written.size).toBeLessThan(600);
    const { report } = await resume();
    expect(report.counts[0]).toMatchObject({ copied: 600 });
  });

  it('was cancelled, and says so', async () => {
    const { run, hooks, port, id } = await copying(rows(0, 20_000), { plan: { documentsPerSecond: 2000 } });
    const abort = new AbortController();
    hooks.onWrite = () => {
      abort.abort();
      return undefined;
    };
    await expect(run(abort.signal)).resolves.toMatchObject({ kind: 'cancelled', resumable: true });
    await port.call('copies.forget', { id });
    expect(await port.call('copies.unfinished', { id })).toEqual({ copy: null });
  });

  it('was cancelled during the pause of its limit, and counts each document once', async () => {
    const { run, resume, hooks, written } = await copying(rows(0, 1000), {
      plan: { documentsPerSecond: 2000 },
    });
    const abort = new AbortController();
    hooks.onWrite = () => {
      setTimeout(() => abort.abort(), 100);
      return undefined;
    };
    expect((await run(abort.signal)).kind).toBe('cancelled');
    expect((await resume()).report.counts[0]).toMatchObject({ copied: 1000, skipped: 0 });
    expect(written.size).toBe(1000);
  });
});
