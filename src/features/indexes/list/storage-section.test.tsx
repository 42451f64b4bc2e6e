// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../../app/registry/index.ts';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { noFirstValues, type IndexGrowth } from './growth.ts';
import { indexStats } from './stats-for-tests.ts';
import { StorageSection } from './storage-section.tsx';

afterEach(cleanup);

const first = (value: number) => new Map([['Orders/ByA', { at: Date.UTC(2026, 0, 1), value }]]);

function open(answer: () => { status?: number; body?: string }, growth: Partial<IndexGrowth> = {}): void {
  const port = scriptedPort({ http: answer });
  const database: Database = {
    client: new ServerClient(port, 'server').database('Shop'),
    key: ['server', 'Shop'],
    writeRefusal: undefined,
  };
  renderInSession(
    { port },
    <StorageSection
      database={database}
      index={indexStats({ name: 'Orders/ByA', entries: 30 })}
      growth={{ total: noFirstValues, used: noFirstValues, entries: noFirstValues, ...growth }}
    />,
  );
}

const report = JSON.stringify({
  Report: {
    DataFile: { AllocatedSpaceInBytes: 8192, UsedSpaceInBytes: 4096, FreeSpaceInBytes: 4096 },
    Journals: { Journals: [{ AllocatedSpaceInBytes: 2048 }] },
    Trees: [{ Name: 'EntriesTerms', Type: 'Set', AllocatedSpaceInBytes: 4096, NumberOfEntries: 30 }],
  },
});

it('shows files, parts and the growth since the screen was opened', async () => {
  open(() => ({ body: report }), { total: first(6144), entries: first(10) });
  const storage = await screen.findByRole('region', { name: 'Storage' });
  const table = await within(storage).findByRole('table', { name: 'Largest parts of the data file' });
  expect(table.textContent).toContain('EntriesTermsSet304 KB50.0 %');
  expect(storage.textContent).toMatch(/Size on disk10 KB\+4 KB since \d\d:\d\d:\d\d/);
  expect(storage.textContent).toMatch(/Entries30\+20 since/);
  expect(within(storage).getByRole('button', { name: 'Copy storage report' })).toBeTruthy();
});

it('shows entries, and what is missing, on a server without the report', async () => {
  const body = '{"Type":"Raven.Client.Exceptions.Routing.RouteNotFoundException","Message":"No handler"}';
  open(() => ({ status: 400, body }), { entries: first(30) });
  expect(await screen.findByText(/does not report what fills the files/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Storage' }).textContent).toMatch(/Entries30unchanged since/);
  expect(screen.queryByRole('table')).toBeNull();
});

it('shows an error and loads again', async () => {
  let isDown = true;
  open(() => (isDown ? { status: 500, body: '{"Message":"Out of memory"}' } : { body: report }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Out of memory');
  isDown = false;
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
