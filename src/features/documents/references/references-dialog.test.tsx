// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import type { OpenOptions } from '../../../app/registry/session.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { ReferencesDialog } from './references-dialog.tsx';

afterEach(cleanup);

function show(collections: Readonly<Record<string, number>>, row: object) {
  const queries: string[] = [];
  const openScreen = vi.fn<(screen: string, options?: OpenOptions) => void>();
  const port = scriptedPort({
    http: (request) => {
      if (request.path.includes('/collections/stats'))
        return { body: JSON.stringify({ CountOfDocuments: 2, Collections: collections }) };
      queries.push(request.body ?? '');
      return {
        body: JSON.stringify({
          Results: [row],
          Includes: {},
          TotalResults: 1,
          IndexName: 'collection/Orders',
          IsStale: false,
        }),
      };
    },
  });
  renderInSession(
    { port, openScreen },
    <ReferencesDialog
      database={{
        client: new ServerClient(port, 'server').database('Shop'),
        key: ['server', 'Shop'],
        writeRefusal: undefined,
      }}
      id="companies/1-A"
      onClose={() => undefined}
    />,
  );
  return { queries, openScreen };
}

it('lists the fields of samples, creates no index, and opens a query', async () => {
  const { queries, openScreen } = show(
    { Orders: 1, '@hilo': 1 },
    { Company: 'companies/1-A', Lines: [{ Maker: 'companies/9-A' }] },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Query Orders by Company' }));
  expect(openScreen).toHaveBeenCalledWith('query', {
    params: { query: "from 'Orders'\nwhere Company = 'companies/1-A'" },
  });
  expect(screen.getByText('1 in the sample')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Query Orders by Lines[].Maker' })).toBeTruthy();
  expect(queries).toHaveLength(1);
  expect(queries[0]).not.toContain('where');
});

it('says when no field was found', async () => {
  show({ Orders: 1 }, { Name: 'x' });
  expect(await screen.findByText('No sampled document has a field with ids of this kind.')).toBeTruthy();
});
