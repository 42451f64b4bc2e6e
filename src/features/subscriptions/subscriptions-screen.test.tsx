// @vitest-environment jsdom
/** Against answers of RavenDB 7.1.5, shortened. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import type { Connection, HttpRequest } from '../../contract/index.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import SubscriptionsScreen from './subscriptions-screen.tsx';

afterEach(cleanup);

// The editor needs a browser.
vi.mock('../../ui/rql/editor.ts', () => ({
  RQL: 'rql',
  RqlEditor: (props: { label: string; text: string; onText: (text: string) => void }) => (
    <textarea
      aria-label={props.label}
      value={props.text}
      onChange={(event) => props.onText(event.target.value)}
    />
  ),
}));

const stored = (SubscriptionName: string, more: object = {}) => ({
  SubscriptionId: 10,
  SubscriptionName,
  ChangeVectorForNextBatchStartingPoint: null,
  Query: 'from Orders',
  Disabled: false,
  LastBatchAckTime: null,
  Connections: [],
  RecentConnections: [],
  RecentRejectedConnections: [],
  ...more,
});

interface Answer {
  readonly status?: number;
  readonly body: string;
}

const server: Connection = {
  id: 'server',
  kind: 'server',
  name: 'Staging',
  colour: 'blue',
  mode: 'full',
  url: 'http://localhost:8080',
};

function open(
  answers: Readonly<Record<string, (request: HttpRequest) => Answer>>,
  {
    mode = 'full',
    connectionId = 'server',
    params = {},
  }: { mode?: Connection['mode']; connectionId?: string; params?: Record<string, string> } = {},
) {
  const requests: HttpRequest[] = [];
  const errors: string[] = [];
  const port = scriptedPort({
    connections: [{ connection: { ...server, mode }, needsPassword: false }],
    http: (request) => {
      requests.push(request);
      const path = request.path.replace('/databases/Shop', '').split('?', 1).join('');
      const answer = answers[`${request.method} ${path}`];
      if (answer) return answer(request);
      if (path === '/stats') return { body: '{"CountOfDocuments":5,"DatabaseChangeVector":"A:5-id"}' };
      if (path === '/studio/collections/preview')
        return { body: '{"TotalResults":5,"AvailableColumns":[],"Results":[]}' };
      return { status: 404, body: '{"Message":"not part of this test"}' };
    },
  });
  renderInSession(
    { port, connectionId, reportError: (thrown) => errors.push(String(thrown)) },
    <SubscriptionsScreen tabId="t" connectionId={connectionId} database="Shop" params={params} />,
  );
  return { requests, errors };
}

const list =
  (...rows: readonly object[]) =>
  (): Answer => ({ body: JSON.stringify({ Results: rows }) });
const button = (name: string) => screen.getByRole('button', { name });

it.each([
  ['server', 'This server has no subscriptions'],
  ['sandbox', 'The sandbox has no subscriptions'],
])('says that a %s does not know the requests', async (connectionId, title) => {
  open(
    {
      'GET /subscriptions': () => ({
        status: 400,
        body: '{"Type":"Raven.Client.Exceptions.Routing.RouteNotFoundException","Message":"There is no handler for path"}',
      }),
    },
    { connectionId },
  );
  expect(await screen.findByText(title)).toBeTruthy();
});

it('shows the message of a server that fails, and offers another attempt', async () => {
  open({ 'GET /subscriptions': () => ({ status: 500, body: '{"Message":"The disk is full"}' }) });
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(button('Try again')).toBeTruthy();
});

it('explains an empty list', async () => {
  open({ 'GET /subscriptions': list() });
  expect(await screen.findByText('No subscriptions')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Create subscription' })).toHaveLength(2);
});

it('keeps the list while it cannot be refreshed, and says of when it is', async () => {
  let fails = false;
  open({
    'GET /subscriptions': () =>
      fails ? { status: 503, body: '{"Message":"Going down"}' } : list(stored('billing'))(),
  });
  expect(await screen.findByText('1 subscription')).toBeTruthy();
  fails = true;
  fireEvent.click(button('Refresh'));
  expect(await screen.findByText(/The list could not be refreshed, it is of .* Going down/)).toBeTruthy();
  expect(screen.getByText('Not connected')).toBeTruthy();
  expect(screen.getByText('1 subscription')).toBeTruthy();
});

it('shows the connections of the chosen subscription, and drops one worker of several', async () => {
  const connection = (ClientUri: string, more: object) => ({ ClientUri, Strategy: 'Concurrent', ...more });
  const { requests } = open(
    {
      'GET /subscriptions': list(
        stored('billing', {
          Connections: [connection('10.0.0.1:1', {}), connection('10.0.0.2:2', {})],
          RecentRejectedConnections: [
            connection('10.0.0.3:3', { ConnectionException: 'Subscription billing is occupied' }),
          ],
        }),
      ),
      'GET /subscriptions/connection-details': () => ({
        body: '{"Results":[{"ClientUri":"10.0.0.1:1","WorkerId":"w1"},{"ClientUri":"10.0.0.2:2","WorkerId":"w2"}]}',
      }),
      'POST /subscriptions/drop': () => ({ status: 204, body: '' }),
    },
    { params: { name: 'billing' } },
  );
  const workers = await screen.findByRole('region', { name: 'Connected workers' });
  expect(await within(workers).findByText('Worker w2')).toBeTruthy();
  expect(screen.getByText('Subscription billing is occupied')).toBeTruthy();
  const second = within(workers).getByText('10.0.0.2:2').closest('li');
  if (second === null) throw new Error('The connection is not in a list.');
  fireEvent.click(within(second).getByRole('button', { name: 'Drop' }));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.path).toBe(
      '/databases/Shop/subscriptions/drop?name=billing&workerId=w2',
    ),
  );
});

it('reports a refusal of the licence when a subscription is disabled', async () => {
  const { errors } = open(
    {
      'GET /subscriptions': list(stored('billing')),
      'POST /admin/tasks/state': () => ({
        status: 402,
        body: '{"Message":"Your license does not allow it"}',
      }),
    },
    { params: { name: 'billing' } },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(errors).toEqual(['ServerError: Your license does not allow it']));
});

it('creates, and keeps the form with the message of a refusal', async () => {
  let refuses = true;
  const { requests } = open(
    {
      'GET /subscriptions': list(),
      'PUT /subscriptions': () =>
        refuses
          ? {
              status: 402,
              body: '{"Message":"Your license does not include it","Type":"LicenseLimitException"}',
            }
          : { status: 201, body: '{"Name":"n","RaftCommandIndex":1}' },
    },
    { params: { view: 'create' } },
  );
  const query = await screen.findByRole('textbox', { name: 'Query of the subscription' });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'n' } });
  fireEvent.change(query, { target: { value: 'from Orders' } });
  fireEvent.click(button('Create'));
  expect(await screen.findByText('Your license does not include it')).toBeTruthy();
  refuses = false;
  fireEvent.keyDown(query, { key: 's', ctrlKey: true });
  expect(await screen.findByText('No subscriptions')).toBeTruthy();
  expect(JSON.parse(requests.filter(({ method }) => method === 'PUT').at(-1)?.body ?? '')).toEqual({
    Name: 'n',
    Query: 'from Orders',
    ChangeVector: 'BeginningOfTime',
    ArchivedDataProcessingBehavior: 'ExcludeArchived',
  });
});

it('tests on a read-only connection, which disables every change with the reason', async () => {
  const { requests } = open(
    {
      'GET /subscriptions': list(stored('billing', { ChangeVectorForNextBatchStartingPoint: 'A:3-id' })),
      'POST /subscriptions/try': () => ({
        body: '{"Results":[{"Total":4,"@metadata":{"@id":"orders/4"}},{"Data":{"@metadata":{"@id":"orders/5"}},"Exception":"boom"}]}',
      }),
    },
    { mode: 'read-only', params: { name: 'billing' } },
  );
  await waitFor(() => expect(button('Disable').getAttribute('aria-disabled')).toBe('true'));
  for (const name of ['Create subscription', 'Edit', 'Drop connections…', 'Delete…'])
    expect(button(name).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button('Test'));
  expect(await screen.findByText('boom')).toBeTruthy();
  expect(screen.getByText(/^2 documents, 1 failed in/)).toBeTruthy();
  const tried = requests.find(({ method }) => method === 'POST');
  expect(JSON.parse(tried?.body ?? '')).toMatchObject({ Query: 'from Orders', ChangeVector: 'A:3-id' });
  expect(button('Save').getAttribute('aria-disabled')).toBe('true');
});
