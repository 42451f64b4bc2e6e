// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import { ServerClient } from '../../protocol/client.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { DatesDialog } from './dates-dialog.tsx';
import { readPatchState, type PatchState } from './patch-state.ts';

function open(saved: object) {
  const queries: string[] = [];
  const applied: Partial<PatchState>[] = [];
  const port = scriptedPort({
    http: ({ path, body }) => {
      if (path === '/databases/Shop/refresh/config')
        return { body: '{"Disabled":false,"RefreshFrequencyInSec":60}' };
      if (!path.startsWith('/databases/Shop/queries')) return { status: 404 };
      queries.push((JSON.parse(body ?? '') as { Query: string }).Query);
      return { body: '{"TotalResults":830,"Results":[],"IndexName":"collection/Orders"}' };
    },
  });
  renderInSession(
    { port },
    <DatesDialog
      database={{ client: new ServerClient(port, 'server').database('Shop'), key: ['server', 'Shop'] }}
      state={readPatchState(saved, {})}
      onApply={(part) => applied.push(part)}
      onClose={() => undefined}
    />,
  );
  return { dialog: within(screen.getByRole('dialog')), queries, applied };
}

function choose(name: string, action: string) {
  const group = within(screen.getByRole('group', { name: new RegExp(`^${name} `) }));
  fireEvent.click(group.getByRole('radio', { name: action }));
}

afterEach(cleanup);

it('counts what the query finds on request, and writes the script', async () => {
  const { dialog, queries, applied } = open({ target: 'query' });
  const count = dialog.getByRole('button', { name: 'Count documents' });
  expect(count).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByLabelText('Query that finds the documents'), {
    target: { value: 'from Orders' },
  });
  expect(queries).toEqual([]);
  fireEvent.click(count);
  expect(await dialog.findByText('830 documents')).toBeTruthy();
  expect(queries).toEqual(['from Orders\nlimit 0']);

  fireEvent.click(dialog.getByRole('button', { name: 'Write script' }));
  expect(dialog.getByRole('alert').textContent).toContain('at least one date');
  choose('Expires', 'Set');
  fireEvent.change(dialog.getByLabelText('Expires: local time'), { target: { value: '2031-01-01T10:00Z' } });
  expect(await dialog.findByText(/^Document expiration is off in this database/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Write script' }));
  expect(applied).toEqual([
    {
      action: 'patch',
      updateQuery:
        "from Orders\nupdate {\n    this['@metadata']['@expires'] = '2031-01-01T10:00:00.0000000Z';\n}",
    },
  ]);
});

it('removes dates of a selection', () => {
  const { dialog, applied } = open({ target: 'documents', ids: 'orders/1-A\norders/2-A' });
  expect(dialog.getByText('Applies to 2 documents of the list.')).toBeTruthy();
  choose('Refresh', 'Remove');
  fireEvent.click(dialog.getByRole('button', { name: 'Write script' }));
  expect(applied).toEqual([{ action: 'patch', script: "delete this['@metadata']['@refresh'];" }]);
});
