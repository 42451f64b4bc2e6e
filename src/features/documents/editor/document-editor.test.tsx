// @vitest-environment jsdom
/** Edits a document, and creates, clones and deletes it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  archiveField,
  closed,
  editor,
  errors,
  open,
  opened,
  press,
  server,
  toasts,
  type,
} from './document-screen-for-tests.tsx';

describe('editing a document', () => {
  it('saves on condition of the loaded version', async () => {
    open({ id: 'orders/1' });
    await type('{"Freight":2}');
    fireEvent.keyDown(await editor(), { key: 's', ctrlKey: true });
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 2 }));
    const put = server.requests.find((request) => request.method === 'PUT');
    expect(put?.headers?.['if-match']).toBe('"A:1-x"');
    await waitFor(() => expect(screen.queryByText('unsaved')).toBeNull());
  });

  it('does not send invalid JSON, reports the position and keeps the text', async () => {
    open({ id: 'orders/1' });
    await type('{"Freight":2,}');
    await press(/^Save/);
    expect((await screen.findByRole('alert')).textContent).toContain('Line 1, column 14');
    expect((await editor()).value).toBe('{"Freight":2,}');
    expect(server.requests.some((request) => request.method === 'PUT')).toBe(false);
  });

  it("shows the server's error and keeps the text", async () => {
    open({ id: 'orders/1' });
    await type('{"Freight":2}');
    const answer = server.answer.bind(server);
    server.answer = (request) =>
      request.method === 'PUT'
        ? {
            status: 500,
            body: '{"Type":"X.DocumentCollectionMismatchException","Message":"Delete it and recreate it."}',
          }
        : answer(request);
    await press(/^Save/);
    expect(await screen.findByText('Delete it and recreate it.')).toBeTruthy();
    expect((await editor()).value).toBe('{"Freight":2}');
  });
});

describe('an external change', () => {
  it('is detected when the window gets the focus, and loaded on request', async () => {
    open({ id: 'orders/1' });
    await editor();
    server.put('orders/1', '{"Freight":5}');
    fireEvent.focus(window);
    expect(await screen.findByText(/This document was changed outside this tab/)).toBeTruthy();
    await press('Reload');
    await waitFor(async () => expect(JSON.parse((await editor()).value)).toMatchObject({ Freight: 5 }));
    await waitFor(() => expect(screen.queryByText(/changed outside this tab/)).toBeNull());
  });
});

describe('unsaved work', () => {
  it('survives a restart, with an invalid date', async () => {
    const first = open({ id: 'orders/1' });
    await type('{ not json yet');
    first.unmount();
    open({ id: 'orders/1' });
    expect((await editor()).value).toBe('{ not json yet');
  });

  it('keeps an invalid date, shows an error and does not save', async () => {
    const first = open({ id: 'orders/1' });
    fireEvent.change(await archiveField(), { target: { value: 'tomorrow' } });
    fireEvent.blur(await archiveField());
    await press(/^Save/);
    expect((await screen.findAllByText(/"tomorrow" is not a date/)).length).toBeGreaterThan(0);
    expect(server.requests.some((request) => request.method === 'PUT')).toBe(false);
    first.unmount();
    open({ id: 'orders/1' });
    expect((await archiveField()).value).toBe('tomorrow');
  });
});

describe('new, cloned and deleted documents', () => {
  it('do not overwrite an existing document', async () => {
    open({ collection: 'Orders' });
    fireEvent.change(await screen.findByLabelText('Id'), { target: { value: 'orders/1' } });
    await press(/^Save/);
    expect(await screen.findByText('Document orders/1 already exists')).toBeTruthy();
    expect(server.stored('orders/1')).toEqual({ Freight: 1 });
  });

  it('opens under its id after the first save', async () => {
    open({ collection: 'Orders' });
    fireEvent.change(await screen.findByLabelText('Id'), { target: { value: 'orders/2' } });
    await press(/^Save/);
    await waitFor(() => expect(opened).toEqual([['document', { id: 'orders/2' }]]));
    expect(closed).toEqual(['t1']);
  });

  it('starts a clone from the text of the original', async () => {
    open({ cloneOf: 'orders/1', collection: 'Orders' });
    const area = await screen.findByLabelText<HTMLTextAreaElement>('New document');
    expect(JSON.parse(area.value)).toMatchObject({ Freight: 1 });
  });

  it('restores a deleted document, unless a new one exists', async () => {
    open({ id: 'orders/1' });
    await press('Delete…');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.stored('orders/1')).toBeUndefined());
    await waitFor(() => expect(closed).toEqual(['t1']));
    toasts[0]?.action?.run();
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 1 }));

    server.put('orders/1', '{"New":true}');
    toasts[0]?.action?.run();
    await waitFor(() => expect(errors).toHaveLength(1));
    expect(server.stored('orders/1')).toEqual({ New: true });
    errors.length = 0;
  });

  it('shows that the document does not exist', async () => {
    open({ id: 'nope/1' });
    expect(await screen.findByText('Document not found')).toBeTruthy();
  });
});
