// @vitest-environment jsdom
/** The archive date of a document, and unarchiving. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  archiveField,
  editor,
  errors,
  open,
  press,
  server,
  toasts,
  type,
} from './document-screen-for-tests.tsx';

describe('the archive date', () => {
  it('is saved without leaving the field', async () => {
    open({ id: 'orders/1' });
    fireEvent.change(await archiveField(), {
      target: { value: '2020-01-02T03:04:05Z' },
    });
    await press(/^Save/);
    await waitFor(() => expect(server.requests.some((request) => request.method === 'PUT')).toBe(true));
    const put = server.requests.find((request) => request.method === 'PUT');
    expect(put?.body).toContain('"@archive-at": "2020-01-02T03:04:05.0000000Z"');
  });
});

describe('an archived document', () => {
  it('is unarchived by its button; the unsaved text stays and is saved on the new version', async () => {
    server.put('orders/1', '{"Freight":1}', true);
    open({ id: 'orders/1' });
    expect((await editor()).value).not.toContain('@archived');
    await type('{"Freight":3}');
    await press('Unarchive');
    await waitFor(() => expect(toasts.map((toast) => toast.message)).toEqual(['Unarchived orders/1.']));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Unarchive' })).toBeNull());
    expect((await editor()).value).toBe('{"Freight":3}');
    await press(/^Save/);
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 3 }));
    const put = server.requests.find((request) => request.method === 'PUT');
    expect(put?.headers?.['if-match']).toBe('"A:3-x"');
  });

  it('says so when the server leaves it archived', async () => {
    server.put('orders/1', '{"Freight":1}', true);
    const answer = server.answer.bind(server);
    server.answer = (request) =>
      request.method === 'PATCH' ? { body: '{"Status":"Patched"}' } : answer(request);
    open({ id: 'orders/1' });
    await press('Unarchive');
    await waitFor(() =>
      expect(errors.map(String)).toEqual([expect.stringContaining('did not unarchive orders/1')]),
    );
    expect(toasts).toEqual([]);
    errors.length = 0;
  });
});
