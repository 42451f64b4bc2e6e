// @vitest-environment jsdom
/** Identities, client configuration and state of a database against a fake server with the responses of RavenDB 7.1.5. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import { SANDBOX_ID, type HttpRequest } from '../../contract/index.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import SettingsScreen from './settings-screen.tsx';

interface Server {
  identities?: Record<string, number>;
  client?: object | null;
  disabled?: boolean;
  lockMode?: string;
  /** Answers every change with 402. */
  refusal?: string;
}

function open(server: Server, connectionId = 'server') {
  const requests: HttpRequest[] = [];
  const notes: string[] = [];
  const port = scriptedPort({
    http: (request) => {
      const url = new URL(`http://x${request.path}`);
      const path = url.pathname.replace('/databases/Shop', '');
      if (request.method !== 'GET') {
        requests.push(request);
        if (server.refusal !== undefined)
          return { status: 402, body: JSON.stringify({ Message: server.refusal }) };
      }
      switch (path) {
        case '/databases':
          return {
            body: JSON.stringify({
              Databases: [{ Name: 'Shop', Disabled: server.disabled, LockMode: server.lockMode }],
            }),
          };
        case '/debug/identities':
          return { body: JSON.stringify(server.identities ?? {}) };
        case '/identity/seed': {
          const name = url.searchParams.get('name') ?? '';
          const value = Number(url.searchParams.get('value'));
          const kept = Math.max(value, server.identities?.[name] ?? value);
          const seed = url.searchParams.get('force') === 'true' ? value : kept;
          server.identities = { ...server.identities, [name]: seed };
          return { body: JSON.stringify({ NewSeedValue: seed }) };
        }
        case '/admin/record':
          return { body: JSON.stringify({ DatabaseName: 'Shop', Client: server.client ?? null }) };
        case '/admin/configuration/client':
          server.client = JSON.parse(request.body ?? '') as object;
          return { status: 201 };
        case '/admin/databases/enable':
        case '/admin/databases/disable':
          server.disabled = path.endsWith('disable');
          return { body: '{"Status":[{"Name":"Shop","Success":true}]}' };
        case '/admin/databases/set-lock':
          server.lockMode = (JSON.parse(request.body ?? '') as { Mode: string }).Mode;
          return { status: 204 };
        case '/collections/stats':
          return { body: '{"CountOfDocuments":0,"Collections":{}}' };
        default:
          return { status: 404 };
      }
    },
  });
  renderInSession(
    { port, connectionId, notify: ({ message }) => notes.push(message) },
    <SettingsScreen tabId="t1" connectionId={connectionId} database="Shop" params={{}} />,
  );
  return { requests, notes };
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));

afterEach(cleanup);

describe('identities', () => {
  it('are listed with their next value, which can be raised', async () => {
    const { requests, notes } = open({ identities: { 'invoices|': 10, 'orders|': 4 } });
    const section = await region('Identities');
    const row = await section.findByRole('row', { name: /^invoices\|/ });
    expect(row.textContent).toContain('1011');
    fireEvent.click(section.getByRole('button', { name: 'Set next value of invoices|' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Next value'), { target: { value: '20' } });
    expect(dialog.getByText('9 numbers are skipped.')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Set next value' }));
    await waitFor(() => expect(notes).toEqual(['Saved: the next value of invoices| is 20.']));
    expect(requests[0]?.path).toContain('name=invoices%7C&value=19&force=false');
    await waitFor(() =>
      expect(section.getByRole('row', { name: /^invoices\|/ }).textContent).toContain('1920'),
    );
  });

  it('are lowered only after the name was typed', async () => {
    const { requests } = open({ identities: { 'invoices|': 10 } });
    const section = await region('Identities');
    fireEvent.click(await section.findByRole('button', { name: 'Set next value of invoices|' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Next value'), { target: { value: '5' } });
    const lower = dialog.getByRole('button', { name: 'Lower next value' });
    expect(lower).toHaveProperty('disabled', true);
    expect(dialog.getByText(/^Up to 6 ids are assigned a second time/)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/to confirm$/), { target: { value: 'invoices|' } });
    fireEvent.click(lower);
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.path).toContain('value=4&force=true');
  });

  it('are created once', async () => {
    open({ identities: { 'invoices|': 10 } });
    const section = await region('Identities');
    fireEvent.click(await section.findByRole('button', { name: 'New identity…' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Invoices' } });
    expect(dialog.getByText('invoices| exists. Set its next value in the list.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Create identity' })).toHaveProperty('disabled', true);
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'orders' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create identity' }));
    expect(await section.findByRole('row', { name: /^orders\|/ })).toBeTruthy();
  });
});

describe('client configuration', () => {
  it('keeps members of newer servers, and shows a licence refusal with its message', async () => {
    const refusal = "Your license doesn't support adding the client configuration.";
    const { requests } = open({ client: { Etag: 5, Disabled: true, Later: 1 }, refusal });
    const section = await region('Client configuration');
    fireEvent.click(await section.findByRole('checkbox', { name: 'Apply to clients of this database' }));
    fireEvent.change(section.getByLabelText('Maximum requests per session'), { target: { value: '40' } });
    expect(section.getByText(/A session may send at most 40 requests/)).toBeTruthy();
    fireEvent.change(section.getByLabelText('Identity parts separator'), { target: { value: '|' } });
    expect(section.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    fireEvent.change(section.getByLabelText('Identity parts separator'), { target: { value: '-' } });
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText(refusal)).toBeTruthy();
    expect(section.getByText(/The server license does not include this feature/)).toBeTruthy();
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      Disabled: false,
      MaxNumberOfRequestsPerSession: 40,
      IdentityPartsSeparator: '-',
      Later: 1,
    });
  });

  it('is the same in the sandbox, as is the state of the database', async () => {
    open({}, SANDBOX_ID);
    const section = await region('Client configuration');
    expect(await section.findByRole('checkbox', { name: 'Apply to clients of this database' })).toBeTruthy();
    const state = await region('Database state');
    expect(await state.findByRole('button', { name: 'Disable database…' })).toBeTruthy();
  });
});

describe('the state of the database', () => {
  it('is disabled after a confirmation; then the settings are replaced by the way back', async () => {
    const { requests } = open({});
    const section = await region('Database state');
    fireEvent.click(await section.findByRole('button', { name: 'Disable database…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable Shop?' }));
    expect(requests).toHaveLength(0);
    fireEvent.click(dialog.getByRole('button', { name: 'Disable database' }));
    expect(await screen.findByText(/^Shop is disabled, so its settings cannot be read/)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Document refresh' })).toBeNull();
    fireEvent.click(await (await region('Database state')).findByRole('button', { name: 'Enable database' }));
    expect(await screen.findByRole('region', { name: 'Document refresh' })).toBeTruthy();
    expect(requests.map(({ path, confirm }) => [path, confirm])).toEqual([
      ['/admin/databases/disable', true],
      ['/admin/databases/enable', undefined],
    ]);
  });

  it('shows the lock mode', async () => {
    open({ lockMode: 'PreventDeletesError' });
    const section = await region('Database state');
    expect((await section.findByLabelText(/^Lock mode/)).textContent).toContain('Refuse deletion');
  });
});

it('jumps to a section, moves the focus there and marks it in the list', async () => {
  open({});
  const sections = within(screen.getByRole('navigation', { name: 'Sections' }));
  const refresh = sections.getByRole('button', { name: 'Document refresh' });
  fireEvent.click(refresh);
  expect(document.activeElement).toBe(await screen.findByRole('region', { name: 'Document refresh' }));
  expect(sections.getAllByRole('button', { current: 'location' })).toEqual([refresh]);
});

it('lists every section of the screen', () => {
  open({});
  const regions = [...document.querySelectorAll('[data-section]')].map(
    (each) => each.querySelector('h2')?.textContent,
  );
  const listed = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('button');
  expect(listed.map((each) => each.textContent)).toEqual(regions);
});
