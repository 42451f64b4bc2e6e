// @vitest-environment jsdom
/** Which pages the table loads while it scrolls. */
import { act, cleanup, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import { useDatabase } from '../../../app/registry/index.ts';
import type { HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { useCollectionRows, type CollectionRows, type RowSource } from './collection-rows.ts';

afterEach(cleanup);

/** The starts of the pages that were read, and the rows as they are now. */
function table(documents: number, source: RowSource) {
  const starts: number[] = [];
  const shown: { rows?: CollectionRows } = {};
  const http = (request: HttpRequest) => {
    const url = new URL(`http://x${request.path}`);
    const start = Number(url.searchParams.get('start') ?? 0);
    const size = Number(url.searchParams.get('pageSize'));
    if (size === 64) starts.push(start);
    const Results = Array.from({ length: Math.max(0, Math.min(size, documents - start)) }, (_, i) => ({
      '@metadata': { '@id': `users/${start + i}`, '@collection': 'Users', '@change-vector': 'A:1' },
    }));
    return { body: JSON.stringify({ Results, AvailableColumns: [], TotalResults: documents }) };
  };
  function Table() {
    const database = useDatabase({ connectionId: 'server', database: 'Shop' });
    const rows = useCollectionRows(database, source, { shown: null, pinned: [] });
    useEffect(() => {
      shown.rows = rows;
    });
    return null;
  }
  renderInSession({ port: scriptedPort({ http }) }, <Table />);
  const show = async (first: number): Promise<void> => {
    act(() => shown.rows?.onVisibleRange(first, Math.min(first + 29, documents - 1)));
    await waitFor(() => expect(shown.rows?.row(first)).toBeDefined());
  };
  return { starts, shown, show };
}

it('loads the next page before its rows are visible, and none after the end', async () => {
  const { starts, shown, show } = table(150, { collection: 'Users', prefix: '' });
  await show(0);
  await waitFor(() => expect(shown.rows?.row(64)).toBeDefined());
  expect(starts).toEqual([0, 64]);
  await show(40);
  await show(70);
  await waitFor(() => expect(shown.rows?.row(128)).toBeDefined());
  await show(100);
  await show(120);
  expect(starts).toEqual([0, 64, 128]);
  expect(shown.rows?.count).toBe(150);
});

it('loads only visible pages after a jump', async () => {
  const { starts, show } = table(100_000, { collection: 'Users', prefix: '' });
  await show(0);
  await show(50_000);
  expect(starts).toEqual([0, 64, 49_984]);
});

it.each([
  [10, 10],
  [64, 64],
  [100, 100],
])('counts %i documents with a prefix as %i at their end', async (documents, count) => {
  const { shown, show } = table(documents, { collection: null, prefix: 'users/' });
  await show(0);
  await show(Math.max(0, documents - 30));
  await waitFor(() => expect(shown.rows?.countIsFinal).toBe(true));
  expect(shown.rows?.count).toBe(count);
});
