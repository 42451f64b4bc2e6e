import { expect, it } from 'vitest';
import { readIds, readPatchState, textNameOf } from './patch-state.ts';

it('starts empty, and keeps what is readable of a saved state', () => {
  expect(readPatchState(null, {})).toMatchObject({ action: 'patch', target: 'query', samples: 5, ids: '' });
  const stored = { script: 'this.A = 1', samples: 900, action: 'explode', maxPerSecond: -1 };
  expect(readPatchState(stored, { ids: '["a"]' })).toMatchObject({
    script: 'this.A = 1',
    samples: 5,
    action: 'patch',
    maxPerSecond: null,
    ids: '',
  });
});

it('takes a selection of documents', () => {
  expect(readPatchState(undefined, { ids: '["orders/1-A","orders/2-A"]' })).toMatchObject({
    target: 'documents',
    ids: 'orders/1-A\norders/2-A',
  });
  expect(readPatchState(undefined, { ids: 'orders/1-A' })).toMatchObject({ target: 'query', ids: '' });
});

it('takes a query without what it returns, and its limit after the update clause', () => {
  const query = 'from Orders as o\nwhere o.Freight > $f\nselect o.Company\ninclude timings()\nlimit 5';
  expect(readPatchState(undefined, { query, parameters: '{"f":10}' })).toMatchObject({
    target: 'query',
    updateQuery: 'from Orders as o\nwhere o.Freight > $f\nupdate {\n    \n}\nlimit 5',
    deleteQuery: 'from Orders as o\nwhere o.Freight > $f\nlimit 5',
    parameters: { f: '10' },
  });
});

it('has a text for each action and target', () => {
  expect(textNameOf({ action: 'patch', target: 'query' })).toBe('updateQuery');
  expect(textNameOf({ action: 'delete', target: 'query' })).toBe('deleteQuery');
  expect(textNameOf({ action: 'patch', target: 'documents' })).toBe('script');
  expect(textNameOf({ action: 'delete', target: 'documents' })).toBeNull();
});

it('reads each id once', () => {
  expect(readIds(' a \n\nb\r\na\n')).toEqual(['a', 'b']);
});
