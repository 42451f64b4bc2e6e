// @vitest-environment jsdom
/** The table of documents against a server whose feed of changes breaks and comes back. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import type { HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import DocumentsScreen from './documents-screen.tsx';

interface Server {
  /** Names by id, in the order of the list. */
  documents: Map<string, string>;
  /** Ends the feed that is open now. */
  breakFeed: () => void;
  feeds: number;
  previews: number;
}

let server: Server;

function answer(request: HttpRequest): { status?: number; body?: string } {
  const url = new URL(`http://x${request.path}`);
  if (url.pathname.endsWith('/collections/stats'))
    return {
      body: JSON.stringify({
        CountOfDocuments: server.documents.size,
        Collections: { Users: server.documents.size },
      }),
    };
  if (!url.pathname.endsWith('/studio/collections/preview')) return { status: 404 };
  server.previews++;
  const start = Number(url.searchParams.get('start') ?? 0);
  const size = Number(url.searchParams.get('pageSize') ?? 25);
  const Results = [...server.documents].slice(start, start + size).map(([id, Name]) => ({
    Name,
    '@metadata': {
      '@id': id,
      '@collection': 'Users',
      '@change-vector': `A:1-${Name}`,
      '@last-modified': '2026-01-01T00:00:00.0000000Z',
    },
  }));
  return {
    body: JSON.stringify({ Results, AvailableColumns: ['Name'], TotalResults: server.documents.size }),
  };
}

async function* feed() {
  server.feeds++;
  const broken = new Promise<void>((resolve) => (server.breakFeed = resolve));
  yield { kind: 'open' as const, socket: 's1' };
  yield { kind: 'text' as const, text: '{"CommandId":1,"Type":"Confirm"}' };
  await broken;
}

function open() {
  renderInSession(
    {
      port: scriptedPort({ http: answer, socket: feed }),
    },
    <DocumentsScreen tabId="t1" connectionId="server" database="Shop" params={{ collection: 'Users' }} />,
  );
}

const rowOf = async (id: string) => (await screen.findByText(id)).closest('[role="row"]');

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  server = {
    documents: new Map(Array.from({ length: 500 }, (_, i) => [`users/${i}`, `name ${i}`])),
    breakFeed: () => undefined,
    feeds: 0,
    previews: 0,
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('reads the visible rows again after the feed was interrupted, and keeps selection and scroll position', async () => {
  open();
  await screen.findByText('name 0');
  const grid = screen.getByRole('grid');
  grid.scrollTop = 300 * 28;
  fireEvent.scroll(grid);
  fireEvent.click(await screen.findByText('name 305'));
  expect((await rowOf('users/305'))?.className).toContain('current');

  // While nobody listens: one document is changed, and another is added before all others.
  act(() => server.breakFeed());
  server.documents.set('users/306', 'changed meanwhile');
  server.documents = new Map([['users/new', 'new'], ...server.documents]);
  await waitFor(() => expect(server.feeds).toBe(1));
  expect(screen.queryByText('changed meanwhile')).toBeNull();

  const before = server.previews;
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  await waitFor(() => expect(server.feeds).toBe(2));
  expect(await screen.findByText('changed meanwhile')).toBeTruthy();
  expect(server.previews).toBeGreaterThan(before);
  expect(grid.scrollTop).toBe(300 * 28);
  expect((await rowOf('users/305'))?.className).toContain('current');
  expect((await rowOf('users/304'))?.className).not.toContain('current');
});
