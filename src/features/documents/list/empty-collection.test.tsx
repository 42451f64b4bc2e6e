// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import { useDatabase } from '../../../app/registry/index.ts';
import type { HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { EmptyCollectionDialog, isEmptyable } from './empty-collection.tsx';

afterEach(cleanup);

function Dialog({ collection }: { readonly collection: string }) {
  const database = useDatabase({ connectionId: 'sandbox', database: 'Shop' });
  return (
    <EmptyCollectionDialog
      database={database}
      collection={collection}
      documents={1234}
      onClose={() => undefined}
    />
  );
}

function open(collection: string, state: object) {
  const requests: HttpRequest[] = [];
  const messages: string[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { body: JSON.stringify(request.method === 'DELETE' ? { OperationId: 7 } : state) };
    },
  });
  renderInSession(
    {
      port,
      connectionId: 'sandbox',
      notify: ({ message }) => messages.push(message),
      runOperation: (_, work) => work({ signal: new AbortController().signal, report: () => undefined }),
    },
    <Dialog collection={collection} />,
  );
  return { requests, messages };
}

const confirm = (typed: string) => {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: typed } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete 1,234 documents' }));
};

it('deletes after the name was typed, and reports how many', async () => {
  const { requests, messages } = open("O'Brien", { Status: 'Completed', Result: { Total: 1200 } });
  confirm('OBrien');
  expect(requests).toEqual([]);
  confirm("O'Brien");
  await waitFor(() => expect(messages).toEqual(["Deleted 1,200 documents of O'Brien."]));
  expect(requests[0]).toMatchObject({ method: 'DELETE', confirm: true });
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    Query: String.raw`from 'O\'Brien'`,
    QueryParameters: {},
  });
});

it('says that a cancelled operation has deleted documents', async () => {
  const { messages } = open('Orders', { Status: 'Canceled' });
  confirm('Orders');
  await waitFor(() =>
    expect(messages).toEqual(['Emptying Orders: cancelled. At least 0 documents deleted.']),
  );
});

it('is not offered for collections of the server', () => {
  expect(['Orders', '@empty', '@hilo', '@refresh'].map(isEmptyable)).toEqual([true, true, false, false]);
});
