// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { CollectionChoice } from './collection-choice.tsx';

afterEach(cleanup);

function show(chosen: readonly string[] | null) {
  let release = (): void => undefined;
  const open = new Promise<void>((resolve) => (release = resolve));
  const port = scriptedPort({
    http: async () => {
      await open;
      return { body: '{"CountOfDocuments":3,"CountOfConflicts":0,"Collections":{"Orders":2,"Users":1}}' };
    },
  });
  const changes: (string[] | null)[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CollectionChoice
        database={{
          client: new ServerClient(port, 'c').database('Shop'),
          key: ['c', 'Shop'],
          writeRefusal: undefined,
        }}
        chosen={chosen}
        onChange={(names) => changes.push(names)}
        disabled={false}
      />
    </QueryClientProvider>,
  );
  return { changes, release };
}

it('cannot be changed from all collections before they are known', async () => {
  const { changes, release } = show(null);
  fireEvent.click(screen.getByRole('checkbox', { name: 'All collections' }));
  expect(changes).toEqual([]);
  release();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'All 2 collections' }));
  expect(changes).toEqual([['Orders', 'Users']]);
});

it('shows a chosen collection that no longer exists, to uncheck it', async () => {
  const { changes, release } = show(['Gone', 'Orders']);
  release();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Gone no longer exists' }));
  expect(changes).toEqual([['Orders']]);
});
