/** Copies into connections with less than full access. */
import { describe, expect, it } from 'vitest';
import { copying, rows } from './copying-for-tests.ts';

describe('the access mode of the target', () => {
  it('read-only: refuses before anything is read', async () => {
    const { run, requests } = await copying(rows(0, 10), { mode: 'read-only' });
    await expect(run()).rejects.toMatchObject({ code: 'policy-refused' });
    expect(requests).toEqual([]);
  });

  it('guarded: shows what is copied, and writes nothing without a confirmation', async () => {
    const { run, shown, written } = await copying(rows(0, 1234), { mode: 'guarded', confirm: () => false });
    await expect(run()).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(written.size).toBe(0);
    const text = shown.at(-1);
    expect(text?.summary).toContain('Copy into the database copy');
    expect(text?.details).toContain('Documents: about 1,234');
    expect(text?.details).toContain('Collections: Items');
  });

  it('guarded: copies after the confirmation', async () => {
    const { run, written } = await copying(rows(0, 10), { mode: 'guarded', confirm: () => true });
    expect((await run()).kind).toBe('completed');
    expect(written.size).toBe(10);
  });

  it('lowered during a copy: stops it', async () => {
    const { run, hooks, port } = await copying(rows(0, 5000), { mode: 'full' });
    const { connections } = await port.call('connections.list', {});
    const target = connections.map((each) => each.connection).find(({ name }) => name === 'full');
    let lowered: Promise<unknown> | undefined;
    hooks.onWrite = () => {
      if (target) lowered ??= port.call('connections.setMode', { id: target.id, mode: 'read-only' });
      return undefined;
    };
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect(outcome.message).toContain('was changed during the copy');
    await lowered;
  });
});
