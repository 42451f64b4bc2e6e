// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import CompareScreen from './compare-screen.tsx';

afterEach(cleanup);

const answers: Readonly<Record<string, unknown>> = {
  '/databases': { Databases: [{ Name: 'shop' }, { Name: 'copy' }] },
  '/build/version': { ProductVersion: '7.1', FullVersion: '7.1.5' },
  '/databases/shop/stats': { CountOfDocuments: 4, DatabaseId: 'one', Indexes: [] },
  '/databases/shop/collections/stats': { CountOfDocuments: 4, Collections: { Orders: 4 } },
  '/databases/shop/indexes/stats': { Results: [] },
  '/databases/shop/indexes': { Results: [] },
  '/admin/databases?name=shop': { DatabaseName: 'shop', Expiration: { Disabled: false } },
};

function show(other: Readonly<Record<string, unknown>>, saved: object): void {
  const all = { ...answers, ...other };
  const port = scriptedPort({
    connections: [
      {
        connection: { id: 'server', kind: 'sandbox', name: 'server', colour: 'slate', mode: 'full' },
        needsPassword: false,
      },
    ],
    http: ({ path }) => {
      const answer = all[path] ?? all[path.split('?')[0] ?? ''];
      if (answer !== undefined) return { body: JSON.stringify(answer) };
      return { status: 503, body: '{"Type":"DatabaseDisabledException","Message":"copy is disabled"}' };
    },
  });
  renderInSession(
    { port, readTabState: () => saved },
    <CompareScreen tabId="t" connectionId="server" database="shop" params={{}} />,
  );
}

it('waits for the choice of the other database', async () => {
  show({}, {});
  expect(await screen.findByText('Select a database to compare with')).toBeDefined();
});

it('compares nothing when the connection of the other side was removed', async () => {
  show({}, { connection: 'removed', database: 'copy' });
  expect(
    await screen.findByText(
      'The connection of the right side was removed. Select another server or database.',
    ),
  ).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Findings' })).toBeNull();
});

it('says which side cannot be read', async () => {
  show({}, { database: 'copy' });
  expect(await screen.findByText('Reading copy on server failed')).toBeDefined();
  expect(screen.getByText('copy is disabled')).toBeDefined();
});

it('compares the other parts when one cannot be read', async () => {
  show(
    {
      '/databases/copy/stats': { CountOfDocuments: 3, DatabaseId: 'two', Indexes: 'unknown' },
      '/databases/copy/collections/stats': { CountOfDocuments: 3, Collections: { Orders: 3 } },
      '/admin/databases?name=copy': { DatabaseName: 'copy', Expiration: 5 },
    },
    { database: 'copy', view: 'collections' },
  );
  expect(await screen.findByText('Reading statistics of indexes of copy on server failed')).toBeDefined();
  const list = screen.getByRole('region', { name: 'Findings' });
  expect(within(list).getByText(/^Not compared: .*statistics of indexes of copy on server/)).toBeDefined();
});

it('does not report equality of a side that cannot be read', async () => {
  show({}, { database: 'copy' });
  expect(await screen.findByText('Nothing could be compared.')).toBeDefined();
  expect(screen.getByText('Not compared: copy on server.')).toBeDefined();
});

it('reports a mismatch that two readings show', async () => {
  const index = (EntriesCount: number) => ({
    Results: [
      {
        Name: 'ByName',
        Type: 'Map',
        State: 'Normal',
        Status: 'Running',
        IsStale: false,
        EntriesCount,
        Collections: { Orders: {} },
      },
    ],
  });
  const definitions = {
    Results: [{ Name: 'ByName', Maps: ['from o in docs.Orders select new { o.Name }'] }],
  };
  const stats = { CountOfDocuments: 4, Indexes: [], DatabaseChangeVector: 'A:4-one, A:3-two' };
  show(
    {
      '/databases/shop/stats': { ...stats, DatabaseId: 'one' },
      '/databases/shop/indexes/stats': index(4),
      '/databases/shop/indexes': definitions,
      '/databases/copy/stats': { ...stats, DatabaseId: 'two' },
      '/databases/copy/collections/stats': { CountOfDocuments: 4, Collections: { Orders: 4 } },
      '/databases/copy/indexes/stats': index(3),
      '/databases/copy/indexes': definitions,
      '/admin/databases?name=copy': { DatabaseName: 'copy' },
    },
    { database: 'copy', watching: false },
  );
  const text = '1 index has different entry counts: ByName (Neither is stale).';
  expect(await screen.findByText((_, element) => element?.textContent === `Warning. ${text}`)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'ByName, entries: 4 on the left, 3 on the right. Neither is stale;',
  );
});

it('lists the findings of both sides', async () => {
  show(
    {
      '/databases/copy/stats': { CountOfDocuments: 3, DatabaseId: 'two', Indexes: [] },
      '/databases/copy/collections/stats': { CountOfDocuments: 3, Collections: { Orders: 3 } },
      '/databases/copy/indexes/stats': { Results: [] },
      '/databases/copy/indexes': { Results: [] },
      '/admin/databases?name=copy': { DatabaseName: 'copy' },
    },
    { database: 'copy' },
  );
  const findings = await screen.findByRole('region', { name: 'Findings' });
  expect(await within(findings).findByText(/1 collection has different counts: Orders/)).toBeDefined();
  expect(within(findings).getByText(/1 setting differs/)).toBeDefined();
});
