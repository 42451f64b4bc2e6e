// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import {
  connectPort,
  memoryChannelPair,
  servePort,
  type ConnectionView,
  type PortHandlers,
  type ServerConnection,
} from '../../contract/index.ts';
import { CertificatesDialog } from './certificates-dialog.tsx';

afterEach(cleanup);

const connection: ServerConnection = {
  id: 'live',
  kind: 'server',
  name: 'Live',
  url: 'https://a.example',
  colour: 'red',
  mode: 'read-only',
  certificate: { kind: 'pfx', path: '/c/old.pfx' },
  otherCertificates: [{ kind: 'pem', certificatePath: '/c/next.pem', keyPath: '/c/next.key' }],
};
const details = { subject: 'CN=old client', fingerprint: 'ab'.repeat(32), notBefore: 0, notAfter: 4e12 };

const failed = {
  ok: false,
  steps: [{ step: 'access', ok: false, message: 'The server denies access.', ms: 1 }],
};

/** The calls in order; `failing` is the message of a refused save. */
function show(
  part: Partial<ConnectionView> = {},
  failing?: string,
  tested: unknown = { ok: true, steps: [] },
) {
  const calls: [string, unknown][] = [];
  const record = (name: string) => (request: unknown) => {
    calls.push([name, request]);
    return failing === undefined ? Promise.resolve({ connection }) : Promise.reject(new Error(failing));
  };
  const [ui, host] = memoryChannelPair();
  servePort(host, {
    calls: {
      'connections.save': record('save'),
      'connections.unlock': (request: unknown) => {
        calls.push(['unlock', request]);
        return Promise.resolve({});
      },
      'connections.forgetPassword': (request: unknown) => {
        calls.push(['forget', request]);
        return Promise.resolve({});
      },
      'passwords.storage': () => Promise.resolve({ kind: 'keychain', name: 'GNOME Keyring' }),
      'connections.test': (request: unknown) => {
        calls.push(['test', request]);
        return Promise.resolve(tested);
      },
    },
    streams: {},
  } as unknown as PortHandlers);
  const view: ConnectionView = {
    connection,
    needsPassword: false,
    certificate: details,
    otherCertificates: [{ needsPassword: true }],
    ...part,
  };
  const shown = view.connection.kind === 'server' ? view.connection : connection;
  renderInSession(
    { port: connectPort(ui) },
    <CertificatesDialog view={view} connection={shown} canChooseFiles={false} onClose={vi.fn()} />,
  );
  return calls;
}

const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
/** A label can be the value of a select as well. */
const field = (label: string): HTMLElement => screen.getByLabelText(label, { selector: 'input' });
const type = (label: string, text: string): boolean =>
  fireEvent.change(field(label), { target: { value: text } });

it('shows each certificate with its state, and makes another one active after a test', async () => {
  const calls = show();
  const [active, other] = within(screen.getByRole('list', { name: 'Client certificates' })).getAllByRole(
    'listitem',
  );
  expect(active?.textContent).toContain('old clientactivePFX');
  expect(active?.textContent).toContain('AB:AB');
  expect(active && within(active).queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(other?.textContent).toContain('next.pem');
  expect(other?.textContent).toContain('password needed');
  press('Make active: next.pem');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]).toEqual(['test', { url: connection.url, certificate: connection.otherCertificates?.[0] }]);
  expect(calls[1]).toMatchObject([
    'save',
    {
      connection: {
        id: 'live',
        certificate: { certificatePath: '/c/next.pem' },
        otherCertificates: [{ path: '/c/old.pfx' }],
      },
    },
  ]);
});

it('tests another certificate on the route of the connection', async () => {
  const route = { kind: 'proxy', url: 'http://proxy:3128' } as const;
  const calls = show({ connection: { ...connection, route } });
  press('Make active: next.pem');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]).toMatchObject(['test', { url: connection.url, route }]);
});

it('keeps the active certificate when the server refuses the other one, unless the user insists', async () => {
  const calls = show({}, undefined, failed);
  press('Make active: next.pem');
  const refused = await screen.findByRole('region', { name: 'Not made active' });
  expect(refused.textContent).toContain('The server denies access.');
  expect(calls.map(([name]) => name)).toEqual(['test']);
  press('Make active anyway');
  await waitFor(() => expect(calls.map(([name]) => name)).toEqual(['test', 'save']));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Not made active' })).toBeNull());
});

it('unlocks and removes a certificate that is not active', async () => {
  const calls = show();
  type('Password of next.pem', 'secret');
  press('Unlock');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toEqual([
    'unlock',
    { id: 'live', password: 'secret', certificate: connection.otherCertificates?.[0] },
  ]);
  const remove = screen.getByRole('button', { name: 'Remove next.pem from the list' });
  await waitFor(() => expect(remove).toHaveProperty('disabled', false));
  fireEvent.click(remove);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toMatchObject(['save', { connection: { otherCertificates: [] } }]);
});

it('saves a password on request, and forgets a saved one', async () => {
  const calls = show({ passwordSaved: true });
  const save = await screen.findByLabelText('Save the password, encrypted by GNOME Keyring');
  type('Password of next.pem', 'secret');
  fireEvent.click(save);
  press('Unlock');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject(['unlock', { password: 'secret', save: true }]);
  const forget = screen.getByRole('button', { name: 'Forget password of old client' });
  await waitFor(() => expect(forget).toHaveProperty('disabled', false));
  fireEvent.click(forget);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toEqual(['forget', { id: 'live', certificate: connection.certificate }]);
});

it('opens and tests a protected certificate before it replaces the active one', async () => {
  const calls = show();
  press('Add certificate');
  expect((await screen.findByRole('alert')).textContent).toContain('.pfx');
  expect(calls).toEqual([]);
  type('PFX file', '/c/third.pfx');
  type('Certificate password', 'secret');
  fireEvent.click(screen.getByLabelText('Make it active'));
  press('Add certificate');
  const third = { kind: 'pfx', path: '/c/third.pfx' };
  await waitFor(() => expect(calls).toHaveLength(4));
  expect(calls).toMatchObject([
    ['save', { connection: { certificate: connection.certificate, otherCertificates: [{}, third] } }],
    ['unlock', { certificate: third, password: 'secret' }],
    ['test', { url: connection.url, certificate: third }],
    ['save', { connection: { certificate: third, otherCertificates: [connection.certificate, {}] } }],
  ]);
  await waitFor(() => expect(field('PFX file')).toHaveProperty('value', ''));
});

it('makes the first certificate active at once, and keeps the form when it is not confirmed', async () => {
  const anonymous: ServerConnection = { ...connection, otherCertificates: [] };
  delete anonymous.certificate;
  const calls = show({ connection: anonymous, otherCertificates: [] }, 'This was not confirmed.');
  expect(screen.getByText(/the connection is anonymous/)).toBeTruthy();
  type('PFX file', '/c/first.pfx');
  press('Add certificate');
  await screen.findByText('This was not confirmed.');
  expect(calls).toMatchObject([['save', { connection: { certificate: { path: '/c/first.pfx' } } }]]);
  expect(field('PFX file')).toHaveProperty('value', '/c/first.pfx');
});
