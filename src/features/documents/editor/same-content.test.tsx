// @vitest-environment jsdom
/** A document that is deleted on the server while its content is stored under another id. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { editor, open, opened, press, server } from './document-screen-for-tests.tsx';

async function openAndDelete() {
  open({ id: 'orders/1' });
  await editor();
  server.documents.delete('orders/1');
}

describe('a deleted document', () => {
  it('names the new document with the same content, and opens it', async () => {
    await openAndDelete();
    server.put('orders/2', '{"Freight":1}');
    fireEvent.focus(window);
    expect(
      await screen.findByText(
        'orders/1 was deleted. orders/2 has the same content. Save to create orders/1 again.',
      ),
    ).toBeTruthy();
    await press('Open orders/2');
    expect(opened).toEqual([['document', { id: 'orders/2' }]]);
  });

  it('finds one that is written after the deletion is reported', async () => {
    await openAndDelete();
    fireEvent.focus(window);
    await screen.findByText(/^This document was deleted on the server/);
    await waitFor(() =>
      expect(server.requests.some(({ path }) => path.includes('/collections/docs'))).toBe(true),
    );
    server.put('orders/2', '{"Freight":1}');
    expect(await screen.findByRole('button', { name: 'Open orders/2' })).toBeTruthy();
  });

  it('names no document with other content, and none that is older', async () => {
    server.put('orders/0', '{"Freight":1}');
    server.put('orders/1', '{"Freight":1}');
    await openAndDelete();
    server.put('orders/2', '{"Freight":1,"Note":"x"}');
    fireEvent.focus(window);
    await screen.findByText(/^This document was deleted on the server/);
    const lists = () => server.requests.filter(({ path }) => path.includes('/collections/docs')).length;
    await waitFor(() => expect(lists()).toBe(4));
    expect(screen.queryByRole('button', { name: /^Open / })).toBeNull();
  });
});
