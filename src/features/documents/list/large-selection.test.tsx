// @vitest-environment jsdom
/** Selections of more rows than the table loads, against a server with many documents. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import { useDatabase, type OperationControl } from '../../../app/registry/index.ts';
import { PortError, type HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import DocumentsScreen from './documents-screen.tsx';

const DOCUMENTS = 12_000;
const queryBody = z.object({ Query: z.string() });
const commands = z.object({ Commands: z.array(z.object({ Id: z.string(), Type: z.literal('DELETE') })) });

let queries: string[];
let messages: string[];

beforeEach(() => {
  [queries, messages] = [[], []];
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(cleanup);

function answer(request: HttpRequest): { status?: number; body?: string } {
  const url = new URL(`http://x${request.path}`);
  const json = (body: unknown) => ({ body: JSON.stringify(body) });
  if (url.pathname.endsWith('/collections/stats'))
    return json({ CountOfDocuments: DOCUMENTS, Collections: { Users: DOCUMENTS } });
  if (url.pathname.endsWith('/queries')) {
    queries.push(queryBody.parse(JSON.parse(request.body ?? '')).Query);
    return json({ TotalResults: DOCUMENTS, Results: [], IndexName: 'collection/Users', IsStale: false });
  }
  if (!url.pathname.endsWith('/studio/collections/preview')) return { status: 404 };
  const start = Number(url.searchParams.get('start') ?? 0);
  const size = Math.min(Number(url.searchParams.get('pageSize') ?? 25), DOCUMENTS - start);
  const Results = Array.from({ length: size }, (_, i) => ({
    '@metadata': { '@id': `users/${start + i}`, '@collection': 'Users', '@change-vector': 'A:1' },
  }));
  return json({ Results, AvailableColumns: ['Name'], TotalResults: DOCUMENTS });
}

it('selects all rows of a large collection by its query, and says so', async () => {
  renderInSession(
    { port: scriptedPort({ http: answer }), notify: ({ message }) => messages.push(message) },
    <DocumentsScreen tabId="t1" connectionId="server" database="Shop" params={{ collection: 'Users' }} />,
  );
  const all = await screen.findByRole('checkbox', { name: 'Select all rows' });
  await screen.findByText('users/3');
  fireEvent.click(all);
  await screen.findByText(/^12,000 documents match\. Actions apply to the query/);
  expect(queries).toEqual(["from 'Users'\nlimit 0"]);
  const row = (n: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select users/${n}` });
  expect(row(3).checked).toBe(true);
  expect(screen.getByRole('button', { name: 'Patch 12,000…' })).toBeTruthy();

  // A query has no single rows.
  fireEvent.click(row(3));
  expect(row(3).checked).toBe(false);
  expect(row(4).checked).toBe(false);
  expect(messages).toEqual([expect.stringContaining('Selection cleared')]);
});

function Dialog({ ids }: { readonly ids: readonly string[] }) {
  const database = useDatabase({ connectionId: 'server', database: 'Shop' });
  return <DeleteDialog database={database} ids={ids} onClose={() => undefined} onDone={() => undefined} />;
}

it('deletes thousands of ids in batches, and states how many when it is cancelled between two', async () => {
  const abort = new AbortController();
  const batches: number[] = [];
  const control: OperationControl = { signal: abort.signal, report: () => undefined };
  const port = scriptedPort({
    http: (request) => {
      const { Commands } = commands.parse(JSON.parse(request.body ?? ''));
      batches.push(Commands.length);
      if (batches.length === 2) abort.abort(new PortError({ code: 'cancelled', message: 'x' }));
      return {
        body: JSON.stringify({
          Results: Commands.map(({ Id }) => ({ Id, Type: 'DELETE', Deleted: Id !== 'd/1' })),
        }),
      };
    },
  });
  renderInSession(
    { port, notify: ({ message }) => messages.push(message), runOperation: (_, work) => work(control) },
    <Dialog ids={Array.from({ length: 25_000 }, (_, n) => `d/${n}`)} />,
  );
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '25000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete 25,000 documents' }));
  await waitFor(() =>
    expect(messages).toEqual([
      'Deleted 999 documents. 1 document was already deleted. The rest was cancelled.',
    ]),
  );
  expect(batches).toEqual([500, 500]);
});
