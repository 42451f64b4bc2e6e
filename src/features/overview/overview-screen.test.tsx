// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import { PortError } from '../../contract/index.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import OverviewScreen from './overview-screen.tsx';

type SocketItem = { kind: 'open'; socket: string } | { kind: 'text'; text: string };
type Feed = () => AsyncIterable<SocketItem>;

const text = (value: unknown): SocketItem => ({ kind: 'text', text: JSON.stringify(value) });

afterEach(cleanup);

/** Yields the items and stays open. */
async function* open(...items: readonly SocketItem[]): AsyncGenerator<SocketItem> {
  yield { kind: 'open', socket: 's1' };
  yield* items;
  await new Promise(() => undefined);
}

function show(connectionId: string, dashboard: Feed, opened: string[] = []) {
  const port = scriptedPort({
    http: ({ path }) =>
      path.startsWith('/cluster/topology')
        ? { body: '{"NodeTag":"A","Topology":{"Members":{"A":"http://a","B":"http://b"}}}' }
        : path === '/debug/cpu-credits' && connectionId === 'burstable'
          ? { body: '{"Used":true,"MaxCredits":30,"RemainingCpuCredits":2.5,"BackgroundTasksThreshold":5}' }
          : { status: 403, body: '{"Message":"The certificate has no clearance."}' },
    async *socket(path) {
      if (path.startsWith('/debug/queries') && connectionId === 'no-queries')
        throw new PortError({ code: 'unreachable', message: 'The socket was refused' });
      if (path.startsWith('/cluster-dashboard/watch')) yield* dashboard();
      else yield* open(text([]));
    },
  });
  const params = {};
  renderInSession(
    {
      port,
      connectionId,
      openScreen: (screenId, options) => opened.push(`${screenId} ${JSON.stringify(options?.params ?? {})}`),
    },
    <OverviewScreen tabId="t1" connectionId={connectionId} database={null} params={params} />,
  );
}

test('shows figures that link to the screens that explain them', async () => {
  const opened: string[] = [];
  show('linked', () => open(text({ Id: 1, Data: { Type: 'CpuUsage', ProcessCpuUsage: 7.26 } })), opened);
  const cpu = await waitFor(() => screen.getByRole('button', { name: 'Server process 7.3 %' }), {
    timeout: 5_000,
  });
  cpu.click();
  within(screen.getByRole('region', { name: 'Queries' }))
    .getByRole('button', { name: /^Running/ })
    .click();
  expect(opened).toEqual(['threads {}', 'activity {"view":"queries"}']);
  expect(screen.getByRole('combobox', { name: /Node/ })).toBeTruthy();
});

test('shows why a figure is not available', async () => {
  show('no-queries', () => open());
  const running = await screen.findByRole('button', { name: 'Running Not available' }, { timeout: 5_000 });
  expect(running.title).toBe('The socket was refused. Open Activity: Running queries');
});

test('shows unknown frames as no figures', async () => {
  show('odd', () => open(text([1, { Id: {} }]), text({ Data: { Type: 'CpuUsage', ProcessCpuUsage: {} } })));
  expect(await screen.findByText('Live', {}, { timeout: 5_000 })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Server process Waiting…' })).toBeTruthy();
});

test('shows the reason and what is not available without rights', async () => {
  show('refused', async function* () {
    yield* [];
    await Promise.resolve();
    throw new PortError({ code: 'certificate', message: 'The certificate may not use this server.' });
  });
  const alert = await screen.findByRole('alert', {}, { timeout: 5_000 });
  expect(alert.textContent).toContain('The certificate may not use this server.');
  await screen.findByRole('button', { name: 'Server process Not available' });
});

test('shows the credits of a burstable machine, and no tile for them elsewhere', async () => {
  const opened: string[] = [];
  show('burstable', () => open(), opened);
  const tile = await screen.findByRole('region', { name: 'CPU credits' }, { timeout: 5_000 });
  within(tile).getByRole('button', { name: 'Left 2.5' });
  expect(within(tile).getByRole('list').textContent).toContain('The server pauses background tasks');
  within(tile).getByRole('button', { name: 'Open indexes' }).click();
  expect(opened).toEqual(['indexes {}']);
  cleanup();
  show('not-burstable', () => open(text({ Id: 1, Data: { Type: 'CpuUsage', ProcessCpuUsage: 7 } })));
  await screen.findByRole('button', { name: 'Server process 7 %' }, { timeout: 5_000 });
  expect(screen.queryByRole('region', { name: 'CPU credits' })).toBeNull();
});
