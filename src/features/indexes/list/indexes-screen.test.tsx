// @vitest-environment jsdom
/** The list against a server with two nodes, and actions of which some fail. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Toast } from '../../../app/registry/index.ts';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import type { HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import IndexesScreen from './indexes-screen.tsx';

interface WireIndex {
  readonly Name: string;
  readonly [member: string]: unknown;
}

interface Server {
  nodes: readonly string[];
  /** By node; the first answers requests without a node. */
  indexes: Map<string, WireIndex[]>;
  status: string;
  requests: string[];
  refuse: (request: HttpRequest) => { status: number; body: string } | undefined;
}

let server: Server;
let toasts: Toast[];

function wire(name: string, part: Record<string, unknown> = {}): WireIndex {
  return {
    Name: name,
    Type: 'Map',
    State: 'Normal',
    Status: 'Running',
    Priority: 'Normal',
    LockMode: 'Unlock',
    SearchEngineType: 'Corax',
    IsStale: false,
    EntriesCount: 830,
    ErrorsCount: 0,
    Collections: { Orders: { DocumentLag: 0, TombstoneLag: 0 } },
    ...part,
  };
}

function answer(request: HttpRequest): { status?: number; body?: string } {
  const url = new URL(`http://x${request.path}`);
  const json = (value: unknown) => ({ body: JSON.stringify(value) });
  const route = url.pathname.replace('/databases/Shop', '');
  server.requests.push(`${request.method} ${route}${url.search}`);
  const refused = server.refuse(request);
  if (refused) return refused;
  if (request.method !== 'GET') return { status: 204 };
  const [first = 'A'] = server.nodes;
  const indexes = server.indexes.get(url.searchParams.get('nodeTag') ?? first);
  switch (route) {
    case '/indexes/stats':
      return indexes ? json({ Results: indexes }) : { status: 500, body: '{"Message":"Node is down"}' };
    case '/indexes/status':
      return json({ Status: server.status });
    case '/topology':
      return json({ Nodes: server.nodes.map((tag) => ({ ClusterTag: tag, ServerRole: 'Member' })) });
    case '/debug/storage/report':
      return json({ Results: [] });
    default:
      return json({ Results: [] });
  }
}

async function* feed() {
  yield { kind: 'open' as const, socket: 's1' };
  yield { kind: 'text' as const, text: '{"CommandId":1,"Type":"Confirm"}' };
  await new Promise(() => undefined);
}

function open() {
  renderInSession(
    {
      port: scriptedPort({ http: answer, socket: feed }),
      notify: (toast) => void toasts.push(toast),
      runOperation: (_title, work) => work({ signal: new AbortController().signal, report: () => undefined }),
    },
    <IndexesScreen tabId="t1" connectionId="server" database="Shop" params={{}} />,
  );
}

const grid = () => screen.findByRole('grid', { name: 'Indexes' });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  toasts = [];
  server = {
    nodes: ['A'],
    indexes: new Map([['A', [wire('Orders/ByA'), wire('Orders/ByB')]]]),
    status: 'Running',
    requests: [],
    refuse: () => undefined,
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows differing entry counts of nodes above everything else, after a second reading', async () => {
  server.nodes = ['A', 'B'];
  server.indexes.set('B', [wire('Orders/ByA', { EntriesCount: 829 }), wire('Orders/ByB')]);
  open();
  const rows = await grid();
  await within(rows).findByText('829');
  expect(screen.queryByRole('alert')).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Entry counts of 1 index differ between nodes');
  expect(alert.textContent).toContain('Orders/ByA: 830 on A, 829 on B');

  fireEvent.click(within(alert).getByRole('button', { name: 'Show these' }));
  await waitFor(() => expect(within(rows).queryByText('Orders/ByB')).toBeNull());
  expect(within(rows).getByText('Orders/ByA')).toBeTruthy();
});

it('does not compare a stale node, and names a node that does not answer', async () => {
  server.nodes = ['A', 'B', 'C'];
  server.indexes.set('B', [wire('Orders/ByA', { EntriesCount: 1, IsStale: true }), wire('Orders/ByB')]);
  open();
  await within(await grid()).findAllByText('No answer');
  await vi.advanceTimersByTimeAsync(12_000);
  expect(screen.queryByText(/differ between nodes/)).toBeNull();
  expect(screen.getByText(/Node C did not answer: Node is down/)).toBeTruthy();
});

it('has no columns of nodes, and requests none, when one node holds the database', async () => {
  open();
  const rows = await grid();
  await within(rows).findByText('Orders/ByA');
  await vi.advanceTimersByTimeAsync(12_000);
  expect(within(rows).queryByText(/^Entries on/)).toBeNull();
  expect(server.requests.filter((each) => each.includes('nodeTag'))).toEqual([]);
});

it('lists each failure of a bulk action and keeps the list', async () => {
  server.refuse = ({ method, path }) =>
    method === 'DELETE' && path.includes('ByA')
      ? { status: 500, body: '{"Type":"X.IndexDeletionException","Message":"It is in use."}' }
      : undefined;
  open();
  const rows = await grid();
  await within(rows).findByText('Orders/ByA');
  fireEvent.click(within(rows).getByRole('checkbox', { name: 'Select all rows' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete: 2 indexes?' });
  expect(within(dialog).getByText('Orders/ByB')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete: 2 indexes' }));

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 of 2 indexes not deleted');
  expect(alert.textContent).toContain('Orders/ByA: It is in use.');
  expect(server.requests.filter((each) => each.startsWith('DELETE'))).toEqual([
    'DELETE /indexes?name=Orders%2FByA',
    'DELETE /indexes?name=Orders%2FByB',
  ]);
  expect(toasts).toEqual([]);
  fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('explains a pause of all indexing and resumes it', async () => {
  server.status = 'Paused';
  open();
  const notice = await screen.findByText(/All indexing of this database is paused/);
  const [resume] = screen.getAllByRole('button', { name: 'Resume all indexing' });
  expect(notice).toBeTruthy();
  server.status = 'Running';
  if (resume) fireEvent.click(resume);
  await waitFor(() => expect(screen.queryByText(/All indexing of this database is paused/)).toBeNull());
  expect(server.requests).toContain('POST /admin/indexes/start');
});

it('shows the error of a first load, and loads again', async () => {
  server.refuse = ({ path }) =>
    path.includes('/indexes/stats') ? { status: 500, body: '{"Message":"Out of memory"}' } : undefined;
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Out of memory');
  server.refuse = () => undefined;
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await within(await grid()).findByText('Orders/ByA')).toBeTruthy();
});

it('explains auto indexes where there is none', async () => {
  server.indexes.set('A', []);
  open();
  expect(await screen.findByText('No indexes yet')).toBeTruthy();
  expect(screen.getByText(/A query with a condition creates an auto index/)).toBeTruthy();
});
