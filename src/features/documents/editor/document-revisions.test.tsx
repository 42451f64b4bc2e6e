// @vitest-environment jsdom
/** The revisions of a document in its editor. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { editor, open, press, server, toasts, type } from './document-screen-for-tests.tsx';

describe('revisions', () => {
  const revision = (version: number, flags: string) =>
    `"@metadata":{"@id":"orders/1","@collection":"Orders","@change-vector":"A:${version}-x","@flags":"${flags}","@last-modified":"2026-11-2${version}T10:00:00.0000000Z","@counters-snapshot":{"a":1}}`;

  function withRevisions(configuration?: object) {
    const answer = server.answer.bind(server);
    const posted: unknown[] = [];
    server.answer = (request) => {
      const url = new URL(`http://x${request.path}`);
      if (url.pathname.endsWith('/revisions/config')) {
        if (request.method === 'GET')
          return configuration ? { body: JSON.stringify(configuration) } : { status: 404 };
        posted.push(JSON.parse(request.body ?? ''));
        return { body: '{"RaftCommandIndex":1}' };
      }
      if (!url.pathname.endsWith('/revisions')) return answer(request);
      if (url.searchParams.get('changeVector') === 'A:0-x')
        return { body: `{"Results":[{"Freight":0,${revision(0, 'HasRevisions, Revision')}}]}` };
      return configuration
        ? {
            body: `{"Results":[{${revision(1, 'HasRevisions, Revision')}},{${revision(0, 'HasRevisions, Revision, Archived')}}],"TotalResults":2}`,
          }
        : { body: '{"Results":[],"TotalResults":0}' };
    };
    return posted;
  }

  it('are listed, compared and restored by a conditional save', async () => {
    withRevisions({ Collections: { Orders: { Disabled: false } } });
    open({ id: 'orders/1' });
    await type('{"Freight":7}');
    const panel = within(await screen.findByRole('region', { name: 'Revisions' }));
    const list = within(await panel.findByRole('list'));
    const rows = list.getAllByRole('button');
    expect(rows[0]?.textContent).toContain('current');
    expect(rows[1]?.textContent).toContain('Archived');
    fireEvent.click(await panel.findByRole('button', { name: /Archived/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByTestId('diff')).textContent).toContain('"Freight": 7');
    expect(dialog.getByText(/Changed: Freight/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Restore this revision' }));
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 0 }));
    const put = server.requests.find((request) => request.method === 'PUT');
    expect(put?.headers?.['if-match']).toBe('"A:1-x"');
    expect(put?.body).not.toContain('snapshot');
    await waitFor(() => expect(toasts).toHaveLength(1));
    act(() => toasts[0]?.action?.run());
    await waitFor(async () => expect((await editor()).value).toBe('{"Freight":7}'));
  });

  it('can be enabled without changing other collections', async () => {
    const posted = withRevisions();
    open({ id: 'orders/1' });
    await press(/^Enable revisions for Orders/);
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/^Revisions to keep/), { target: { value: 'few' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Enable revisions' }));
    expect(dialog.getByText(/"few" is not a whole number/)).toBeTruthy();
    expect(posted).toEqual([]);
    fireEvent.change(dialog.getByLabelText(/^Revisions to keep/), { target: { value: '5' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Enable revisions' }));
    await waitFor(() =>
      expect(posted).toEqual([
        { Default: null, Collections: { Orders: { Disabled: false, MinimumRevisionsToKeep: 5 } } },
      ]),
    );
  });
});
