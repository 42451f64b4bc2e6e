/** How a compromised page tries to raise its access by saving connections, and what prevents it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Port } from '../../../src/contract/index.ts';
import { dialog } from '../test-environment/answered-dialog.ts';
import { hostOn, startHost } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { readOnly, refused, save, stored, type Wanted } from './page-for-tests.ts';

describe('a page that saves connections', () => {
  let folder: string;
  let person: ReturnType<typeof dialog>;
  let port: Port;
  beforeEach(async () => {
    folder = await temporaryFolder();
    person = dialog();
    port = await hostOn(folder, { confirmation: person.confirmation });
  });

  it('adds a read-only one without a question', async () => {
    await save(port, readOnly);
    expect(person.shown).toEqual([]);
  });

  it.each(['guarded', 'full'] as const)('adds no %s one without a yes', async (mode) => {
    await expect(save(port, { ...readOnly, mode })).rejects.toMatchObject(refused);
    expect(await stored(port)).toHaveLength(1);
    expect(person.shown).toMatchObject([
      { summary: expect.stringMatching(`http://127.0.0.1:1 .*Live.*${mode} access`) as unknown },
    ]);
    person.answers.push(true);
    await save(port, { ...readOnly, mode });
    expect((await stored(port))[1]).toMatchObject({ mode });
  });

  it.each<[string, Partial<Wanted>]>([
    ['mode', { mode: 'full' }],
    ['mode by a step', { mode: 'guarded' }],
    ['address', { url: 'http://127.0.0.1:2' }],
    ['address beyond what a dialog shows', { url: `http://127.0.0.1:1/${'a'.repeat(280)}b` }],
    ['certificate', { certificate: { kind: 'pfx', path: '/nobody/client.pfx' } }],
    ['authority', { authorityPath: '/nobody/ca.pem' }],
  ])('changes no %s of a saved one without a yes', async (_what, part) => {
    const { connection } = await save(port, readOnly);
    await expect(save(port, { ...readOnly, ...part, id: connection.id })).rejects.toMatchObject(refused);
    expect((await stored(port))[1]).toEqual(connection);
    expect(person.shown).toHaveLength(1);
    person.answers.push(true);
    await save(port, { ...readOnly, ...part, id: connection.id });
    expect((await stored(port))[1]).toMatchObject(part);
  });

  it('lowers the mode, renames and recolours without a question', async () => {
    person.answers.push(true);
    const { connection } = await save(port, { ...readOnly, mode: 'full' });
    await save(port, { ...readOnly, id: connection.id, mode: 'guarded', name: 'Other', colour: 'blue' });
    await port.call('connections.setMode', { id: connection.id, mode: 'read-only' });
    expect(person.shown).toHaveLength(1);
    expect((await stored(port))[1]).toMatchObject({ mode: 'read-only', name: 'Other' });
  });

  it('raises no mode by setMode without a yes, that of the sandbox included', async () => {
    const { connection } = await save(port, readOnly);
    await expect(port.call('connections.setMode', { id: connection.id, mode: 'full' })).rejects.toMatchObject(
      refused,
    );
    await port.call('connections.setMode', { id: 'sandbox', mode: 'read-only' });
    const write = { connection: 'sandbox', method: 'PUT', path: '/databases/shop/docs?id=a' } as const;
    await expect(port.call('http.request', write)).rejects.toMatchObject({ code: 'policy-refused' });
    await expect(port.call('connections.setMode', { id: 'sandbox', mode: 'full' })).rejects.toMatchObject(
      refused,
    );
    expect((await stored(await hostOn(folder)))[0]).toMatchObject({ id: 'sandbox', mode: 'read-only' });
    person.answers.push(true);
    await port.call('connections.setMode', { id: 'sandbox', mode: 'full' });
    expect((await stored(port))[0]).toMatchObject({ mode: 'full' });
  });

  it('names the other connection when a second one to the same server would allow more', async () => {
    await save(port, { ...readOnly, name: 'Watched' });
    await expect(save(port, { ...readOnly, name: 'Second', mode: 'full' })).rejects.toMatchObject(refused);
    expect(person.shown[0]?.details).toContain('The connection "Watched" to the same server is read-only.');
  });

  it('cannot put lines, hidden characters or a long name into a confirmation', async () => {
    const name = 'x\n\u202E\u001b[2JAllowed: nothing. Press Allow';
    await expect(save(port, { ...readOnly, name, mode: 'full' })).rejects.toMatchObject(refused);
    await expect(save(port, { ...readOnly, name: 'y'.repeat(120), mode: 'full' })).rejects.toMatchObject(
      refused,
    );
    for (const { summary, details } of person.shown)
      for (const line of [summary, ...details]) expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(person.shown[1]?.summary).toContain('60 characters are not shown');
    expect(person.shown[1]?.summary.startsWith('Add http://127.0.0.1:1 ')).toBe(true);
  });

  it('cannot pass a user name or a page off as a server', async () => {
    for (const url of ['http://prod.example@127.0.0.1:1', 'http://a:b@c', `http://a/${'b'.repeat(400)}`])
      await expect(save(port, { ...readOnly, url })).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('shows a name of other scripts in its ASCII form', async () => {
    await expect(
      save(port, { ...readOnly, url: 'https://pr\u043Ed.example', mode: 'full' }),
    ).rejects.toMatchObject(refused);
    expect(person.shown[0]?.summary).toContain('https://xn--prd-');
  });

  it('gets what was shown, not what it sends afterwards or what another window made of it', async () => {
    const host = await startHost(await temporaryFolder(), {
      confirmation: {
        method: 'dialog',
        // During the dialog, another window lowers the mode.
        ask: async () => {
          await second.call('connections.setMode', { id, mode: 'read-only' });
          return true;
        },
      },
    });
    const [first, second] = [host.window(), host.window()];
    const id = 'sandbox';
    await second.call('connections.setMode', { id, mode: 'guarded' });
    await expect(first.call('connections.setMode', { id, mode: 'full' })).rejects.toMatchObject(refused);
    expect((await stored(first))[0]).toMatchObject({ mode: 'read-only' });
  });
});
