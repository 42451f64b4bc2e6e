import { expect, it } from 'vitest';
import type { ConnectionView, ServerConnection } from '../../contract/index.ts';
import { groupConnections, groupNames } from './connection-groups.ts';

const server = (name: string, part: Partial<ServerConnection> = {}): ConnectionView => ({
  connection: {
    id: name,
    kind: 'server',
    name,
    colour: 'blue',
    mode: 'read-only',
    url: `https://${name}.example.com`,
    ...part,
  },
  needsPassword: false,
});
const sandbox: ConnectionView = {
  connection: { id: 'sandbox', kind: 'sandbox', name: 'Sandbox', colour: 'slate', mode: 'full' },
  needsPassword: false,
};
const all = [
  sandbox,
  server('a', { group: 'Staging 10' }),
  server('b'),
  server('c', { group: 'Production', favourite: true }),
  server('d', { group: 'Staging 9', mode: 'guarded' }),
  server('e', { group: 'Production' }),
];
const shown = (views: readonly ConnectionView[], search = ''): string[] =>
  groupConnections(views, search).map(
    (group) => `${group.title}: ${group.views.map(({ connection }) => connection.id).join(' ')}`,
  );

it('lists favourites first, then groups by name, then the rest', () => {
  expect(shown(all)).toEqual([
    'Sandbox and favourites: sandbox c',
    'Production: e',
    'Staging 9: d',
    'Staging 10: a',
    'Other servers: b',
  ]);
  expect(shown([sandbox])).toEqual(['Sandbox: sandbox']);
  expect(shown([sandbox, server('b')])).toEqual(['Sandbox: sandbox', 'Servers: b']);
  expect(groupNames(all)).toEqual(['Production', 'Staging 9', 'Staging 10']);
});

it('finds every word in name, address, group or access', () => {
  expect(shown(all, ' STAGING  guarded ')).toEqual(['Staging 9: d']);
  expect(shown(all, 'b.example')).toEqual(['Servers: b']);
  expect(shown(all, 'nothing')).toEqual([]);
});

it('has one group for names that differ in case, and an id for each group', () => {
  const views = [
    server('a', { group: 'production' }),
    server('b', { group: 'Production' }),
    server('c', { group: 'Other servers' }),
    server('d'),
  ];
  const groups = groupConnections(views, '');
  expect(groups.map(({ id, title, views: { length } }) => [id, title, length])).toEqual([
    ['group:Other servers', 'Other servers', 1],
    ['group:production', 'production', 2],
    ['rest', 'Other servers', 1],
  ]);
  expect(groupNames(views)).toEqual(['Other servers', 'production']);
});
