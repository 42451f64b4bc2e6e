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
} from '../../contract/index.ts';
import { askPassword, PasswordPrompt } from './password-prompt.tsx';

afterEach(cleanup);

const live: ConnectionView = {
  connection: {
    id: 'live',
    kind: 'server',
    name: 'Live',
    url: 'https://a',
    colour: 'red',
    mode: 'read-only',
  },
  needsPassword: true,
};

function show(): string[] {
  const [ui, host] = memoryChannelPair();
  const tried: string[] = [];
  const calls = {
    'connections.unlock': ({ password }: { password: string }) => {
      tried.push(password);
      return password === 'right'
        ? Promise.resolve({})
        : Promise.reject(
            new PortError({
              code: 'password-needed',
              message: 'That password does not open the certificate.',
            }),
          );
    },
  };
  servePort(host, { calls, streams: {} } as unknown as PortHandlers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PasswordPrompt port={connectPort(ui)} connections={[live]} />
    </QueryClientProvider>,
  );
  return tried;
}

it('prompts once for many requests, reports a wrong password, and closes after the right one', async () => {
  const tried = show();
  act(() => {
    askPassword('live');
    askPassword('live');
  });
  const field = screen.getByLabelText('Client certificate password');
  fireEvent.change(field, { target: { value: 'wrong' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await screen.findByText('That password does not open the certificate.');
  fireEvent.change(field, { target: { value: 'right' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(tried).toEqual(['wrong', 'right']);
});

it('is not reopened by requests after it was dismissed, but by the user', async () => {
  show();
  act(() => askPassword('live'));
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => askPassword('live'));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => askPassword('live', true));
  expect(screen.getByRole('dialog')).toBeTruthy();
});
