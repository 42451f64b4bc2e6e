// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  connectPort,
  memoryChannelPair,
  PortError,
  servePort,
  type ConnectionView,
  type PortHandlers,
  type TwoFactorState,
} from '../../contract/index.ts';
import { openSignIn, TwoFactorPrompt } from './two-factor-prompt.tsx';

afterEach(cleanup);

const live = (twoFactor: TwoFactorState): ConnectionView => ({
  connection: {
    id: 'live',
    kind: 'server',
    name: 'Live',
    url: 'https://a.example:8443',
    colour: 'red',
    mode: 'read-only',
  },
  needsPassword: false,
  twoFactor,
});

/** The calls that the page made. */
function show(twoFactor: TwoFactorState, maximumMinutes: number | null = 1440): unknown[] {
  const [ui, host] = memoryChannelPair();
  const made: unknown[] = [];
  const calls = {
    'twoFactor.limits': () => Promise.resolve({ defaultMinutes: 120, maximumMinutes }),
    'twoFactor.decline': (request: unknown) => {
      made.push({ declined: request });
      return Promise.resolve({});
    },
    'twoFactor.signIn': (request: { code: string }) => {
      made.push(request);
      return request.code === '123456'
        ? Promise.resolve({ until: 1 })
        : Promise.reject(new PortError({ code: 'two-factor', message: 'The code was refused.' }));
    },
  };
  servePort(host, { calls, streams: {} } as unknown as PortHandlers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TwoFactorPrompt
        port={connectPort(ui)}
        connections={[live(twoFactor)]}
        onProblem={(thrown) => made.push(thrown)}
      />
    </QueryClientProvider>,
  );
  return made;
}

const needed = { state: 'code-needed', waiting: true, ended: false } as const;
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));

it('two-factor: opens while reads wait, takes a pasted code, and explains a refused one', async () => {
  const made = show(needed);
  await screen.findByText('The server allows at most 1 d.');
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  submit();
  await screen.findByText('Enter the six digits of the code.');
  fireEvent.change(field, { target: { value: '999 999' } });
  expect(field.value).toBe('999999');
  submit();
  await screen.findByText('The code was refused.');
  fireEvent.change(field, { target: { value: ' 123 456\n' } });
  submit();
  await waitFor(() => expect(screen.queryByText('The code was refused.')).toBeNull());
  const asked = { id: 'live', minutes: 120, scope: 'connection' };
  expect(made).toEqual([
    { ...asked, code: '999999' },
    { ...asked, code: '123456' },
  ]);
});

it('two-factor: names the other node that needs the code, and sends it there', async () => {
  const made = show({ ...needed, node: { tag: 'B', url: 'https://b.example:8443' } });
  expect(screen.getByRole('dialog', { name: 'Two-factor code for node B of Live' }).textContent).toContain(
    'b.example:8443 requires a two-factor code',
  );
  await screen.findByText('The server allows at most 1 d.');
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123456' } });
  submit();
  const asked = { id: 'live', node: 'B', code: '123456', minutes: 120, scope: 'connection' };
  await waitFor(() => expect(made).toEqual([asked]));
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(made).toEqual([asked, { declined: { id: 'live', node: 'B' } }]));
});

it('two-factor: says that the server reported no limits', async () => {
  show(needed, null);
  await screen.findByText(/did not report its limits/);
});

it('two-factor: “Not now” lets the waiting reads fail; a renewal is left without that', async () => {
  const made = show(needed);
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(made).toEqual([{ declined: { id: 'live' } }]));
  cleanup();
  const renewal = show({ state: 'signed-in', scope: 'connection', until: Date.now() + 1000 });
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => openSignIn('live'));
  expect(screen.getByRole('dialog', { name: 'Renew the session of Live' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(renewal).toEqual([]);
});

it('two-factor: a session that ended is explained', () => {
  show({ state: 'code-needed', waiting: true, ended: true });
  expect(screen.getByText(/The session on a\.example:8443 ended/)).toBeTruthy();
});
