/** The client configuration, which is read from the record of the database. */
import { describe, expect, it } from 'vitest';
import type { CopyPlan } from '../../../src/contract/index.ts';
import { copying } from './copying-for-tests.ts';

const plan: Partial<CopyPlan> = { documents: { kind: 'none' }, settings: ['client'] };
const Client = { Etag: 7, Disabled: false, ReadBalanceBehavior: 'RoundRobin', NewMember: [1] };

describe('the client configuration', () => {
  it('is copied with members of newer servers and without the etag', async () => {
    const record = { DatabaseName: 'shop', Client };
    const { run, configured, requests } = await copying([], { plan, record });
    const { report } = await run();
    expect(report.definitions).toMatchObject([{ kind: 'setting', name: 'client' }]);
    expect(configured).toEqual([{ Disabled: false, ReadBalanceBehavior: 'RoundRobin', NewMember: [1] }]);
    expect(
      requests.some((each) => each.startsWith('target PUT /databases/copy/admin/configuration/client')),
    ).toBe(true);
  });

  it('of the target is kept when the source has none', async () => {
    const record = { DatabaseName: 'shop', Client: null };
    const { run, configured } = await copying([], { plan, record });
    expect((await run()).report.notes).toEqual(['The source has no configuration of clients.']);
    expect(configured).toEqual([]);
  });

  it('is named in the confirmation of a guarded target', async () => {
    const record = { DatabaseName: 'shop', Client };
    const { run, configured, shown } = await copying([], {
      plan,
      record,
      mode: 'guarded',
      confirm: () => true,
    });
    expect((await run()).kind).toBe('completed');
    expect(shown.at(-1)?.details).toContain(
      'The client configuration changes how every client of the database sends its requests',
    );
    expect(configured).toHaveLength(1);
  });
});
