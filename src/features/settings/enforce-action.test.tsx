// @vitest-environment jsdom
/** Against answers of RavenDB 7.1.5. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useDatabase } from '../../app/registry/index.ts';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import type { HttpRequest } from '../../contract/index.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { EnforceAction } from './enforce-action.tsx';

afterEach(cleanup);

const stored = { Collections: { Limited: { Disabled: false, MinimumRevisionsToKeep: 2 } } };

function Action({ connectionId, dirty }: { readonly connectionId: string; readonly dirty: boolean }) {
  return (
    <EnforceAction database={useDatabase({ connectionId, database: 'Shop' })} stored={stored} dirty={dirty} />
  );
}

function open(collections: object, { connectionId = 'server', dirty = false } = {}) {
  const requests: HttpRequest[] = [];
  const messages: string[] = [];
  const port = scriptedPort({
    http: (request) => {
      if (request.method === 'POST') requests.push(request);
      if (request.path.endsWith('/collections/stats/detailed'))
        return { body: JSON.stringify({ Collections: collections }) };
      if (request.path.includes('/operations/state'))
        return {
          body: '{"Status":"Completed","Progress":null,"Result":{"Message":null,"ScannedRevisions":24,"ScannedDocuments":6,"Warnings":{},"RemovedRevisions":18}}',
        };
      return { body: '{"OperationId":6}' };
    },
  });
  const control = { signal: new AbortController().signal, report: () => undefined };
  renderInSession(
    {
      port,
      connectionId,
      notify: ({ message }) => messages.push(message),
      runOperation: (_, work) => work(control),
    },
    <Action connectionId={connectionId} dirty={dirty} />,
  );
  return { requests, messages };
}

const confirmButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enforce configuration' });

it('names the collections that lose revisions, and reports how many were deleted', async () => {
  const { requests, messages } = open({ Limited: { CountOfRevisions: 12 }, Other: { CountOfRevisions: 1 } });
  fireEvent.click(screen.getByRole('button', { name: 'Enforce configuration…' }));
  expect(
    await screen.findByText('Other has no rule: all its revisions (1 revision) are deleted.'),
  ).toBeTruthy();
  expect(confirmButton().disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Shop' } });
  fireEvent.click(confirmButton());
  await waitFor(() =>
    expect(messages).toEqual(['Enforced the revisions configuration of Shop: 18 revisions deleted.']),
  );
  expect(requests[0]).toMatchObject({
    confirm: true,
    path: '/databases/Shop/admin/revisions/config/enforce',
  });
});

it('needs no typed name when only limits apply', async () => {
  open({ Limited: { CountOfRevisions: 12 } });
  fireEvent.click(screen.getByRole('button', { name: 'Enforce configuration…' }));
  expect(await screen.findByText(/^Limited: revisions beyond its limits/)).toBeTruthy();
  expect(confirmButton().disabled).toBe(false);
});

it('waits for unsaved changes', () => {
  open({}, { dirty: true });
  const button = screen.getByRole('button', { name: 'Enforce configuration…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
