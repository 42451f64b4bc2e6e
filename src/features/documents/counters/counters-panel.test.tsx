// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { CountersPanel } from './counters-panel.tsx';

afterEach(cleanup);

interface Sent {
  readonly Documents: readonly { readonly Operations: readonly { Type: string; Delta?: number }[] }[];
}

function show(options: { readonly status?: number; readonly writeRefusal?: string } = {}) {
  let likes: number | null = 5;
  const sent: unknown[] = [];
  const port = scriptedPort({
    http: (request) => {
      if (options.status !== undefined) return { status: options.status };
      if (request.method === 'POST') {
        const body = JSON.parse(request.body ?? '') as Sent;
        sent.push(body);
        const operation = body.Documents[0]?.Operations[0];
        likes = operation?.Type === 'Delete' ? null : (likes ?? 0) + (operation?.Delta ?? 0);
      }
      const counter = {
        CounterName: 'likes',
        TotalValue: likes,
        CounterValues: { 'A-x': likes, 'B-y': 0 },
      };
      return { body: JSON.stringify({ Counters: likes === null ? [] : [counter] }) };
    },
  });
  const onChanged = vi.fn(() => Promise.resolve());
  renderInSession(
    { port },
    <CountersPanel
      database={{
        client: new ServerClient(port, 'server').database('Shop'),
        key: ['server', 'Shop'],
        writeRefusal: options.writeRefusal,
      }}
      id="orders/1"
      version="A:1"
      onChanged={onChanged}
    />,
  );
  return { sent, onChanged };
}

it('lists totals with their nodes, adds to one and deletes it', async () => {
  const { sent, onChanged } = show();
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toBe('likes5 · 2 nodes');
  fireEvent.click(screen.getByRole('button', { name: 'Change likes…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('spinbutton', { name: 'Add' });
  fireEvent.change(field, { target: { value: '1.5' } });
  expect(dialog.getByText('Enter a whole number.')).toBeTruthy();
  fireEvent.change(field, { target: { value: '-7' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.getByRole('listitem').textContent).toContain('2 · 2 nodes'));
  expect(sent).toHaveLength(1);
  expect(onChanged).toHaveBeenCalledTimes(1);

  fireEvent.click(await screen.findByRole('button', { name: 'Delete likes…' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/^Numbers that many clients change/)).toBeTruthy();
});

it('is not there on a server without counters', async () => {
  show({ status: 404 });
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it('disables changes with the reason where the connection refuses them', async () => {
  show({ writeRefusal: 'This connection is read-only.' });
  await screen.findByRole('listitem');
  for (const name of ['Add counter…', 'Change likes…', 'Delete likes…'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
});
