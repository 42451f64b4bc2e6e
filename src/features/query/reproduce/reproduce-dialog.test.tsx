// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import { ReproduceDialog } from './reproduce-dialog.tsx';
import { useReproductions } from './reproductions.ts';
import { testServers, written, type TestServers } from './server-for-tests.ts';

const documents = [
  ...Array.from({ length: 30 }, (_, at) => ({
    id: `orders/${at + 1}-A`,
    collection: 'Orders',
    members: `"Freight":${at}.50,"Company":"companies/1-A","Email":"ada@example.org"`,
  })),
  { id: 'companies/1-A', collection: 'Companies', members: '"Name":"A"' },
];
const matches = documents.filter(({ collection }) => collection === 'Orders').map(({ id }) => id);

beforeEach(() => useReproductions.setState({ states: new Map() }));
afterEach(cleanup);

function show(script: Partial<Parameters<typeof testServers>[0]> = {}, tabId = 'tab'): TestServers {
  const servers = testServers({ documents, matches, indexName: 'Auto/Orders/ByFreight', ...script });
  renderInSession(
    {
      port: servers.server.port,
      database: 'shop',
      reportError: vi.fn(),
      runOperation: (_title, work) => work({ signal: new AbortController().signal, report: () => undefined }),
    },
    <ReproduceDialog
      tabId={tabId}
      db={servers.server.database('shop')}
      text={{ query: 'from Orders where Freight > 1', parameters: {} }}
      onClose={vi.fn()}
    />,
  );
  return servers;
}

async function press(name: string): Promise<void> {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name });
    expect(found.getAttribute('aria-disabled')).toBeNull();
    return found;
  });
  fireEvent.click(button);
}
const currentStep = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .find((item) => item.getAttribute('aria-current') === 'step')?.textContent;

it('leads from the sample to the comparison, and deletes the copy', async () => {
  const servers = show();
  expect(await screen.findByText(/automatic index Auto\/Orders\/ByFreight/)).toBeTruthy();
  expect(currentStep()).toContain('Choose sample');
  expect(screen.getByLabelText<HTMLInputElement>('New sandbox database').value).toBe('shop-repro');
  fireEvent.change(screen.getByLabelText('Masked fields'), { target: { value: 'Email, Freight' } });

  await press('Estimate size');
  expect(await screen.findByText(/The query compares Freight, which is masked/)).toBeTruthy();
  expect(currentStep()).toContain('Estimate');
  expect(screen.getByText('up to 2')).toBeTruthy();
  expect(written(servers.batches)).toEqual([]);

  await press('Copy to the sandbox');
  expect(
    await screen.findByText(/^30 documents and 1 referenced document .* copied to shop-repro in the sandbox/),
  ).toBeTruthy();
  expect(currentStep()).toContain('Compare');
  expect(await screen.findByRole('region', { name: 'Comparison' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Plan, Sandbox' }).textContent).toContain('No query plan');
  expect(written(servers.batches)).toHaveLength(31);
  expect(servers.batches.join('')).not.toContain('ada@');

  await press('Delete sandbox database…');
  await press('Delete database');
  expect(await screen.findByText('The database shop-repro was deleted from the sandbox.')).toBeTruthy();
  expect(servers.log).toContain('sandbox DELETE /admin/databases');
});

it('refuses names of databases that exist, before anything is copied', async () => {
  show({}, 'name');
  const name = await screen.findByLabelText('New sandbox database');
  fireEvent.change(name, { target: { value: 'other' } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/already has a database other/);
  expect(screen.getByRole('button', { name: 'Estimate size' }).getAttribute('aria-disabled')).toBe('true');
});

it('shows the step that failed and what became of the database', async () => {
  show(
    {
      sandboxAnswer: (route) =>
        route.endsWith('/bulk_docs') ? { status: 507, body: '{"Message":"disk full"}' } : undefined,
    },
    'failure',
  );
  await press('Estimate size');
  await press('Copy to the sandbox');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Copying the sample failed');
  expect(alert.textContent).toContain('disk full');
  expect(screen.getByText(/partial database shop-repro with 0 documents was kept/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete sandbox database…' })).toBeTruthy();
});

it('shows why a query cannot be reproduced, and tries again', async () => {
  const servers = show({ sourceType: 'Counters' }, 'counters');
  expect((await screen.findByRole('alert')).textContent).toMatch(/reads counters, which are not copied/);
  const examined = () => servers.log.filter((line) => line === 'server POST /databases/shop/queries');
  expect(examined()).toHaveLength(1);
  await press('Try again');
  await waitFor(() => expect(examined()).toHaveLength(2));
});
