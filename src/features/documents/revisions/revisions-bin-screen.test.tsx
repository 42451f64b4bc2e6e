// @vitest-environment jsdom
/** The revisions bin against a fake server. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Toast } from '../../../app/registry/index.ts';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import type { HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import RevisionsBinScreen from './revisions-bin-screen.tsx';

const entry = (id: string, vector: string, flags: string) => ({
  '@metadata': {
    '@id': id,
    '@collection': 'Notes',
    '@change-vector': vector,
    '@flags': flags,
    '@last-modified': '2026-11-22T10:00:00.0000000Z',
  },
});

function open(deleted: string[], status = 200) {
  const requests: HttpRequest[] = [];
  const toasts: Toast[] = [];
  const opened: string[] = [];
  const server = { deleted, status };
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      const url = new URL(`http://x${request.path}`);
      if (server.status !== 200)
        return { status: server.status, body: '{"Type":"X","Message":"The disk failed"}' };
      if (url.pathname.endsWith('/revisions/bin')) {
        const Results = server.deleted.map((id) => entry(id, `A:9-${id}`, 'HasRevisions, DeleteRevision'));
        return { body: JSON.stringify({ Results }) };
      }
      if (url.pathname.endsWith('/revisions/revert/docs')) {
        server.deleted = [];
        return {};
      }
      if (url.pathname.endsWith('/docs')) return { body: '{"Results":[null]}' };
      const id = url.searchParams.get('id') ?? '';
      const Results = [
        entry(id, `A:9-${id}`, 'HasRevisions, DeleteRevision'),
        entry(id, `A:8-${id}`, 'HasRevisions, Revision'),
      ];
      return { body: JSON.stringify({ Results, TotalResults: 2 }) };
    },
  });
  renderInSession(
    {
      port,
      openScreen: (id) => opened.push(id),
      notify: (toast) => toasts.push(toast),
    },
    <RevisionsBinScreen tabId="t1" connectionId="server" database="Shop" params={{}} />,
  );
  return { requests, toasts, opened, server };
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(cleanup);

it('restores the selected documents and shows the empty bin afterwards', async () => {
  const { requests, toasts, opened } = open(['notes/1', 'notes/2']);
  await screen.findByText('notes/1');
  expect(screen.getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('The revisions bin is empty')).toBeTruthy();
  const revert = requests.find(({ path }) => path.endsWith('/revisions/revert/docs'));
  expect(JSON.parse(revert?.body ?? '')).toEqual({
    IdToChangeVector: { 'notes/1': 'A:8-notes/1', 'notes/2': 'A:8-notes/2' },
  });
  expect(toasts.map(({ message }) => message)).toEqual(['Restored 2 documents.']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Configure revisions' }).at(-1) ?? document.body);
  expect(opened).toEqual(['settings']);
});

it('reports a failure to load and loads again', async () => {
  const { server } = open(['notes/1'], 500);
  await screen.findByText(/The disk failed/);
  server.status = 200;
  fireEvent.click(screen.getByRole('button', { name: /retry|try again/i }));
  await waitFor(() => expect(screen.getByText('notes/1')).toBeTruthy());
});
