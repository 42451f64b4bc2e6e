// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PortError, type Port, type UpdateState } from '../../contract/index.ts';
import { UpdateNote } from './update-note.tsx';
import UpdatesDialog from './updates-dialog.tsx';

afterEach(cleanup);

const off: UpdateState = {
  version: '1.2.3',
  feed: 'example.invalid/feed.json',
  enabled: false,
  checkedAt: null,
  newer: null,
  isDue: false,
};
const newer = { version: '1.10.0', date: '2026-03-01', page: 'https://example.invalid/1.10.0' };

function show(first: UpdateState, check: () => UpdateState = () => first): string[] {
  const sent: string[] = [];
  let state = first;
  const call = (name: string, request: { enabled?: boolean }): Promise<UpdateState> => {
    sent.push(name);
    try {
      if (name === 'updates.check') state = check();
      if (name === 'updates.setEnabled') state = { ...state, enabled: request.enabled === true };
      return Promise.resolve(state);
    } catch (thrown) {
      return Promise.reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  };
  const port = { call } as unknown as Port;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UpdateNote port={port} className={undefined} />
      <UpdatesDialog port={port} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return sent;
}

it('is off, names what is sent, and checks only on request', async () => {
  const sent = show(off, () => ({ ...off, checkedAt: '2026-05-01T00:00:00Z', newer }));
  const setting = await screen.findByRole('switch', { name: 'Check once a day' });
  expect(setting).toHaveProperty('checked', false);
  expect(screen.getByText(/One request to example.invalid\/feed.json/)).toBeTruthy();
  expect(sent).toEqual(['updates.load']);
  fireEvent.click(setting);
  await screen.findByRole('switch', { checked: true });
  fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('https://example.invalid/1.10.0')).toBeTruthy();
  expect(screen.getByText('Rookery 1.10.0 is available')).toBeTruthy();
  expect(sent).toEqual(['updates.load', 'updates.setEnabled', 'updates.check']);
});

it('says that a build has no feed, and offers nothing', async () => {
  show({ ...off, feed: null });
  expect(await screen.findByText(/names no release feed/)).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
});

it('runs the daily check when it is due, and shows why a feed is refused', async () => {
  const refused = new PortError({
    code: 'certificate',
    message: 'The release feed is not accepted: its signature.',
  });
  const sent = show({ ...off, enabled: true, isDue: true }, () => {
    throw refused;
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText(/its signature/)).toBeTruthy();
  expect(sent.filter((name) => name === 'updates.check')).toHaveLength(2);
});
