// @vitest-environment jsdom
/** The columns of a collection: chosen in the dialog, remembered in the state of the database. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import type { HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import DocumentsScreen from './documents-screen.tsx';

const bindings: (readonly string[])[] = [];

function answer(request: HttpRequest): { status?: number; body?: string } {
  const url = new URL(`http://x${request.path}`);
  if (url.pathname.endsWith('/collections/stats'))
    return { body: JSON.stringify({ CountOfDocuments: 1, Collections: { Users: 1 } }) };
  if (!url.pathname.endsWith('/studio/collections/preview')) return { status: 404 };
  bindings.push(url.searchParams.getAll('binding'));
  return {
    body: JSON.stringify({
      Results: [
        {
          Name: 'Ada',
          Email: 'a@x',
          City: 'Oslo',
          '@metadata': { '@id': 'users/1', '@collection': 'Users', '@change-vector': 'A:1-x' },
        },
      ],
      AvailableColumns: ['Name', 'Email', 'City'],
      TotalResults: 1,
    }),
  };
}

let state: unknown;

function open(): void {
  renderInSession(
    {
      port: scriptedPort({ http: answer }),
      readDatabaseState: () => state,
      writeDatabaseState: (_feature, next) => (state = next),
    },
    <DocumentsScreen tabId="t1" connectionId="server" database="Shop" params={{ collection: 'Users' }} />,
  );
}

const titles = (): readonly (string | null)[] =>
  screen.getAllByRole('columnheader', { hidden: true }).map((header) => header.getAttribute('title'));

beforeEach(() => {
  state = undefined;
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(cleanup);

it('hides, orders and pins columns, and shows them again in the next table', async () => {
  open();
  await screen.findByText('Ada');
  expect(titles()).toEqual(['Select', 'Id', 'Name', 'Email', 'City', 'Last modified', 'Flags']);
  fireEvent.click(screen.getByRole('button', { name: 'Choose columns' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Flags' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Move Email up' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Pin City' }));
  const chosen = ['Select', 'Id', 'City', 'Email', 'Name', 'Last modified'];
  await waitFor(() => expect(titles()).toEqual(chosen));
  // City stays with the id; the pinned ones stay among themselves.
  expect(dialog.getByRole('button', { name: 'Move City down' })).toHaveProperty('disabled', true);
  fireEvent.keyDown(screen.getByRole('grid', { hidden: true }), { key: 'ArrowRight', altKey: true });
  expect(state).toMatchObject({
    Users: { pinned: ['City'], widths: { '@id': expect.any(Number) as number } },
  });

  cleanup();
  open();
  await screen.findByText('Ada');
  await waitFor(() => expect(titles()).toEqual(chosen));
  fireEvent.click(screen.getByRole('button', { name: 'Choose columns' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(titles()).toHaveLength(7));
});

it('reads the properties of shown columns only', async () => {
  state = { Users: { shown: ['City', '@flags'], pinned: [], widths: {} } };
  open();
  await screen.findByText('Oslo');
  await waitFor(() => expect(bindings.at(-1)).toEqual(['City']));
  expect(titles()).toEqual(['Select', 'Id', 'City', 'Flags']);
});
