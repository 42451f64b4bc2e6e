// @vitest-environment jsdom
/** Saving a document that was changed or deleted in the meantime. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { editor, open, press, server, type } from './document-screen-for-tests.tsx';

describe('a conflict', () => {
  async function conflict() {
    open({ id: 'orders/1' });
    await type('{"Freight":1,"Mine":true}');
    server.put('orders/1', '{"Freight":88}');
    await press(/^Save/);
    const panel = await screen.findByRole('alert', { name: 'Conflict' });
    return within(panel);
  }

  it('shows both sets of changes', async () => {
    const panel = await conflict();
    expect(panel.getByText('orders/1 was changed outside this tab')).toBeTruthy();
    expect(panel.getByText(/The other version changes Freight\. Your version changes .*Mine/)).toBeTruthy();
    expect(panel.getByText('A:2-x')).toBeTruthy();
    expect((await editor()).value).toBe('{"Freight":1,"Mine":true}');
    expect(server.stored('orders/1')).toEqual({ Freight: 88 });
  });

  it('saves mine over the other version', async () => {
    await conflict();
    await press(/Keep mine/);
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 1, Mine: true }));
    expect(server.requests.filter((request) => request.method === 'PUT').at(-1)?.headers?.['if-match']).toBe(
      '"A:2-x"',
    );
    await waitFor(() => expect(screen.queryByRole('alert', { name: 'Conflict' })).toBeNull());
  });

  it('shows a second conflict after another external save', async () => {
    await conflict();
    server.put('orders/1', '{"Freight":99}');
    await press(/Keep mine/);
    expect(await screen.findByText('A:3-x')).toBeTruthy();
    expect(server.stored('orders/1')).toEqual({ Freight: 99 });
  });

  it('discards mine', async () => {
    await conflict();
    await press(/Discard mine/);
    await waitFor(async () => expect(JSON.parse((await editor()).value)).toMatchObject({ Freight: 88 }));
    expect(screen.queryByText('unsaved')).toBeNull();
  });

  it('compares', async () => {
    await conflict();
    await press('Compare');
    const diff = await screen.findByTestId('diff');
    expect(diff.textContent).toContain('88');
    expect(diff.textContent).toContain('Mine');
  });

  it('offers to recreate a deleted document', async () => {
    open({ id: 'orders/1' });
    await type('{"Freight":2}');
    server.documents.delete('orders/1');
    await press(/^Save/);
    expect(await screen.findByText('orders/1 was deleted while you edited it')).toBeTruthy();
    await press(/recreate/);
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 2 }));
    expect(server.requests.filter((request) => request.method === 'PUT').at(-1)?.headers?.['if-match']).toBe(
      '""',
    );
  });
});
