// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import {
  connectPort,
  memoryChannelPair,
  PortError,
  servePort,
  type PortHandlers,
} from '../../contract/index.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { emptyForm } from './connection-form.ts';

afterEach(cleanup);
// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

type Handlers = Partial<Record<keyof PortHandlers['calls'], (request: never) => Promise<unknown>>>;

function show(handlers: Handlers, onSaved = vi.fn()) {
  const [ui, host] = memoryChannelPair();
  const calls = {
    'connections.list': () =>
      Promise.resolve({
        connections: [
          {
            connection: { id: 'sandbox', kind: 'sandbox', name: 'Sandbox', colour: 'slate', mode: 'full' },
            needsPassword: false,
          },
        ],
      }),
    ...handlers,
  };
  servePort(host, { calls, streams: {} } as unknown as PortHandlers);
  renderInSession(
    {
      port: connectPort(ui),
      connectionId: 'sandbox',
      reportError: vi.fn(),
    },
    <ConnectionDialog initial={emptyForm} canChooseFiles={false} onClose={vi.fn()} onSaved={onSaved} />,
  );
  return { onSaved };
}

const type = (label: string, text: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

describe('ConnectionDialog', () => {
  it('shows validation errors at their field only after an attempt', async () => {
    const save = vi.fn();
    show({ 'connections.save': save });
    type('Address', 'ftp://localhost:8080');
    expect(screen.queryByRole('alert')).toBeNull();
    press('Add server');
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual([
        'RavenDB supports http and https, not ftp.',
      ]),
    );
    expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
    expect(save).not.toHaveBeenCalled();
  });

  it('tests one address without a scheme when its route fails', async () => {
    const tested = vi.fn(() =>
      Promise.resolve({
        ok: false,
        steps: [{ step: 'proxy', ok: false, message: 'The proxy needs a password.', ms: 1 }],
      }),
    );
    show({ 'connections.test': tested });
    type('Address', 'db.example.com');
    press('Test');
    await screen.findByText('The proxy needs a password.');
    expect(tested).toHaveBeenCalledTimes(1);
  });

  it('shows each step of a test, also without a name', async () => {
    show({
      'connections.test': () =>
        Promise.resolve({
          ok: false,
          steps: [
            { step: 'address', ok: true, message: 'Server localhost, port 1.', ms: 0.1 },
            {
              step: 'tcp',
              ok: false,
              message: 'Nobody listens on port 1 of localhost.',
              detail: 'ECONNREFUSED',
              ms: 2,
            },
          ],
        }),
    });
    type('Address', 'http://localhost:1');
    press('Test');
    const steps = await screen.findByRole('list', { name: 'Connection test' });
    expect(steps.textContent).toContain('Nobody listens on port 1 of localhost.');
    expect(screen.getByLabelText('failed')).toBeTruthy();
    // The result applied to the previous address.
    type('Address', 'http://localhost:2');
    expect(screen.queryByRole('list', { name: 'Connection test' })).toBeNull();
  });

  it('tests the other nodes as well, and pins the certificate of one of them', async () => {
    const pin = 'ab'.repeat(32);
    const tested: unknown[] = [];
    const serverCertificate = {
      subject: 'CN=b',
      issuer: 'CN=b',
      fingerprint: pin,
      notBefore: 0,
      notAfter: 1,
    };
    const refusal = {
      step: 'tls',
      ok: false,
      message: 'Not signed by a trusted CA.',
      ms: 1,
      serverCertificate,
    };
    show({
      'connections.test': (request: { url: string; nodes?: unknown[]; pinnedCertificate?: string }) => {
        tested.push([request.url, request.nodes?.length, request.pinnedCertificate]);
        const isRefused = request.url === 'https://b' && request.pinnedCertificate === undefined;
        return Promise.resolve({ ok: !isRefused, steps: isRefused ? [refusal] : [] });
      },
    });
    type('Address', 'https://a');
    type('Other nodes', 'B https://b');
    press('Test');
    const steps = await screen.findByRole('list', { name: 'Test of node B' });
    expect(steps.textContent).toContain('Not signed by a trusted CA.');
    expect(screen.getByRole('region', { name: 'Certificate of node B' }).textContent).toContain('AB:AB');
    press('Pin this certificate');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Certificate of node B' })).toBeNull());
    expect(screen.getByLabelText<HTMLTextAreaElement>('Other nodes').value).toBe(`B https://b sha256:${pin}`);
    await waitFor(() =>
      expect(tested).toEqual([
        ['https://a', 1, undefined],
        ['https://b', undefined, undefined],
        ['https://a', 1, undefined],
        ['https://b', undefined, pin],
      ]),
    );
  });

  it('pins exactly the certificate that the test shows, and tests again with it', async () => {
    const fingerprint = 'ab'.repeat(32);
    const tested: unknown[] = [];
    const save = vi.fn<(request: { readonly connection: unknown }) => Promise<unknown>>(() =>
      Promise.reject(new Error('stop here')),
    );
    show({
      'connections.test': (request: { readonly pinnedCertificate?: string }) => {
        tested.push(request.pinnedCertificate);
        if (request.pinnedCertificate !== undefined) return Promise.resolve({ ok: true, steps: [] });
        return Promise.resolve({
          ok: false,
          steps: [
            {
              step: 'tls',
              ok: false,
              message: 'The certificate is not signed by a trusted CA.',
              ms: 1,
              serverCertificate: {
                subject: 'CN=db',
                issuer: 'CN=own authority',
                fingerprint,
                notBefore: 0,
                notAfter: 1,
              },
            },
          ],
        });
      },
      'connections.save': save,
    });
    type('Address', 'https://db');
    press('Test');
    const shown = await screen.findByRole('region', { name: 'Certificate of the server' });
    expect(shown.textContent).toContain('AB:AB');
    expect(shown.textContent).toContain('CN=own authority');
    press('Pin this certificate');
    await screen.findByRole('region', { name: 'Pinned server certificate' });
    await waitFor(() => expect(tested).toEqual([undefined, fingerprint]));
    await screen.findByRole('list', { name: 'Connection test' });
    expect(screen.queryByRole('region', { name: 'Certificate of the server' })).toBeNull();
    press('Add server');
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(save.mock.calls[0]?.[0].connection).toMatchObject({ pinnedCertificate: fingerprint });
  });

  it('tries both schemes for host:port, and names the connection after the address', async () => {
    const tested: string[] = [];
    const save = vi.fn<(request: { readonly connection: unknown }) => Promise<unknown>>(() =>
      Promise.reject(new Error('stop here')),
    );
    show({
      'connections.test': (request: { readonly url: string }) => {
        tested.push(request.url);
        return Promise.resolve({ ok: request.url.startsWith('https:'), steps: [] });
      },
      'connections.save': save,
    });
    type('Address', 'localhost:8080/studio/index.html#databases');
    press('Add server');
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(tested).toEqual(['http://localhost:8080', 'https://localhost:8080']);
    expect(save.mock.calls[0]?.[0].connection).toMatchObject({
      name: 'localhost:8080',
      url: 'https://localhost:8080',
    });
  });

  it('saves no address without a scheme that no server answers', async () => {
    const save = vi.fn();
    show({
      'connections.test': () => Promise.resolve({ ok: false, steps: [] }),
      'connections.save': save,
    });
    type('Address', 'localhost:8080');
    press('Add server');
    await screen.findByText(/^No server answers at http:\/\/localhost:8080 or https:\/\/localhost:8080/);
    expect(save).not.toHaveBeenCalled();
  });

  it('saves, and stays open with the error of a failed save', async () => {
    const answers = [
      Promise.reject(
        new PortError({ code: 'storage', message: 'The settings file cannot be written: the disk is full.' }),
      ),
      Promise.resolve({
        connection: {
          id: 'c1',
          kind: 'server',
          name: 'Live',
          url: 'http://localhost:8080',
          colour: 'slate',
          mode: 'guarded',
        },
      }),
    ];
    const { onSaved } = show({
      'connections.save': () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    });
    type('Address', 'http://localhost:8080');
    type('Name', 'Live');
    press('Add server');
    await screen.findByText('The settings file cannot be written: the disk is full.');
    expect(onSaved).not.toHaveBeenCalled();
    press('Add server');
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('c1'));
  });
});
