import { expect, it } from 'vitest';
import type { ConnectionView, ServerConnection } from '../../contract/index.ts';
import { connectionFile, readConnectionFile } from './connection-file.ts';

const view = (part: Partial<ServerConnection> = {}): ConnectionView => ({
  connection: {
    id: 'one',
    kind: 'server',
    name: 'Live',
    colour: 'red',
    mode: 'full',
    url: 'https://live.example.com',
    certificate: { kind: 'pfx', path: '/home/me/live.pfx', passwordCommand: ['/usr/bin/vault', 'secret'] },
    otherCertificates: [{ kind: 'pem', certificatePath: '/home/me/a.crt', keyPath: '/home/me/a.key' }],
    authorityPath: '/home/me/ca.crt',
    pinnedCertificate: 'ab'.repeat(32),
    group: 'Production',
    favourite: true,
    ...part,
  },
  needsPassword: true,
});
const sandbox: ConnectionView = {
  connection: { id: 'sandbox', kind: 'sandbox', name: 'Sandbox', colour: 'slate', mode: 'full' },
  needsPassword: false,
};

it('contains no path, command, pin, access mode or id', () => {
  const text = connectionFile([sandbox, view()]);
  for (const secret of ['/home', 'abab', 'vault', 'full', '"id"', 'Sandbox', 'sandbox'])
    expect(text).not.toContain(secret);
});

it('is read as read-only connections without certificates', async () => {
  const text = connectionFile([view()]);
  expect(await readConnectionFile(new Blob([text]), [sandbox])).toEqual({
    added: [
      {
        kind: 'server',
        name: 'Live',
        colour: 'red',
        mode: 'read-only',
        url: 'https://live.example.com',
        group: 'Production',
        favourite: true,
      },
    ],
    existing: 0,
  });
});

it('leaves out known addresses, and numbers names that exist', async () => {
  const text = connectionFile([view(), view({ url: 'https://other.example.com' }), view()]);
  const known = [sandbox, view({ url: 'https://live.example.com/' })];
  const { added, existing } = await readConnectionFile(new Blob([text]), known);
  expect(added.map(({ name, url }) => [name, url])).toEqual([['Live 2', 'https://other.example.com']]);
  expect(existing).toBe(2);
});

it('keeps a numbered name short enough', async () => {
  const name = 'x'.repeat(120);
  const text = connectionFile([view({ name, url: 'https://other.example.com' })]);
  const { added } = await readConnectionFile(new Blob([text]), [
    view({ name }),
    view({ name: 'x'.repeat(110) }),
  ]);
  expect(added.map((each) => each.name)).toEqual([`${'x'.repeat(110)} 2`]);
});

it.each([
  ['no JSON', '{'],
  ['another file', '{"connections": []}'],
  ['an address of another scheme', connectionFile([view()]).replace('https:', 'javascript:')],
  ['a long name', connectionFile([view()]).replace('Live', 'x'.repeat(500))],
  ['a huge text', ' '.repeat(3_000_000)],
  ['null', 'null'],
])('refuses %s', async (_what, text) => {
  await expect(readConnectionFile(new Blob([text]), [])).rejects.toThrow(/connection list/);
});
