// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import type { Database, Toast } from '../../../app/registry/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { ConfirmActionDialog } from '../list/confirm-action-dialog.tsx';
import { deleteRefusal, useDeleteIndex } from './use-delete-index.ts';

let requests: string[];
let closed: string[];
let states: unknown[];
let toasts: Toast[];
let failures: string[];

beforeEach(() => {
  requests = [];
  closed = [];
  states = [];
  toasts = [];
  failures = [];
});
afterEach(cleanup);

function open(answer: { status: number; body?: string }) {
  const port = scriptedPort({
    http: ({ method, path }) => {
      requests.push(`${method} ${path}`);
      return answer;
    },
  });
  const database: Database = {
    client: new ServerClient(port, 'server').database('Shop'),
    key: ['server', 'Shop'],
    writeRefusal: undefined,
  };
  function Probe() {
    const deletion = useDeleteIndex(database, {
      tabId: 't1',
      storedName: 'Orders/ByA',
      lockMode: 'Unlock',
      isDeleted: false,
      onStart: () => undefined,
      onFailure: (error, doing) => failures.push(`${doing}: ${String(error)}`),
    });
    return (
      <>
        <button onClick={deletion.start}>Delete index</button>
        {deletion.pending && (
          <ConfirmActionDialog
            plan={deletion.pending}
            note="Unsaved changes are discarded."
            onConfirm={deletion.confirm}
            onClose={deletion.cancel}
          />
        )}
      </>
    );
  }
  renderInSession(
    {
      port,
      closeTab: (tab) => void closed.push(tab),
      writeTabState: (_tab, state) => void states.push(state),
      notify: (toast) => void toasts.push(toast),
      runOperation: (_title, work) => work({ signal: new AbortController().signal, report: () => undefined }),
    },
    <Probe />,
  );
}

async function confirm() {
  fireEvent.click(screen.getByRole('button', { name: 'Delete index' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete: Orders/ByA?' });
  expect(dialog.textContent).toContain('Queries that name the index will fail');
  expect(dialog.textContent).toContain('Unsaved changes are discarded.');
  expect(requests).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
}

it('deletes the index after the confirmation and closes its tab', async () => {
  open({ status: 204 });
  await confirm();
  await waitFor(() => expect(closed).toEqual(['t1']));
  expect(requests).toEqual(['DELETE /databases/Shop/indexes?name=Orders%2FByA']);
  expect(states).toEqual([undefined]);
  expect(toasts).toMatchObject([{ kind: 'success', message: 'Orders/ByA was deleted.' }]);
});

it('keeps tab and draft when the server refuses the deletion', async () => {
  open({ status: 500, body: '{"Type":"X.IndexDeletionException","Message":"It is in use."}' });
  await confirm();
  await waitFor(() => expect(failures).toHaveLength(1));
  expect(failures[0]).toContain('Deleting Orders/ByA');
  expect(failures[0]).toContain('It is in use.');
  expect([closed, states, toasts]).toEqual([[], [], []]);
});

it('says why a locked, deleted or read-only index is not deleted', () => {
  const stored = { lockMode: 'Unlock', isDeleted: false };
  expect(deleteRefusal(undefined, stored)).toBeUndefined();
  expect(deleteRefusal(undefined, { ...stored, lockMode: 'LockedIgnore' })).toContain('Unlock it first');
  expect(deleteRefusal(undefined, { ...stored, isDeleted: true })).toContain('already deleted');
  expect(deleteRefusal('Shop is read-only.', { ...stored, isDeleted: true })).toBe('Shop is read-only.');
});
