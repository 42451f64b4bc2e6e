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
  type PasswordStorage,
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

function show(
  storage: PasswordStorage = { kind: 'none', reason: 'Start a keychain first.' },
  part: Partial<ConnectionView> = {},
): unknown[] {
  const [ui, host] = memoryChannelPair();
  const tried: unknown[] = [];
  const calls = {
    'passwords.storage': () => Promise.resolve(storage),
    'connections.unlock': ({ password, save }: { password: string; save?: true }) => {
      tried.push(save === undefined ? password : { password, save });
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
      <PasswordPrompt port={connectPort(ui)} connections={[{ ...live, ...part }]} />
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

it('saves the password on request where that is possible', async () => {
  const tried = show({ kind: 'passphrase' });
  act(() => askPassword('live', true));
  const save = await screen.findByLabelText(/encrypted with the passphrase/);
  fireEvent.click(save);
  fireEvent.change(screen.getByLabelText('Client certificate password'), { target: { value: 'right' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(tried).toEqual([{ password: 'right', save: true }]);
});

it('says why a password cannot be saved, and why the saved one does not work', async () => {
  const problem = 'The saved certificate password cannot be used: the keychain could not decrypt it.';
  const tried = show(undefined, { passwordSaved: true, problem });
  act(() => askPassword('live', true));
  const save = await screen.findByLabelText('Save the password');
  await screen.findByText('Start a keychain first.');
  expect(save).toMatchObject({ disabled: true, checked: false });
  expect(screen.getByText(problem)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Client certificate password'), { target: { value: 'right' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Nothing can be saved here.
  expect(tried).toEqual(['right']);
});
