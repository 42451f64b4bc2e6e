import { expect, it } from 'vitest';
import { libraryEntries, searchLibrary } from './library.ts';

const entries = libraryEntries(
  [
    {
      folder: 'Sales',
      name: 'Late orders',
      text: '// $days = "30"\nfrom Orders where Due < $days',
      changedAt: 1,
    },
    { folder: '', name: 'People', text: 'from Employees', changedAt: 2 },
  ],
  [{ query: 'from Products', parameters: { p: 'Chai' }, at: 3, total: 1, ms: 2 }],
);
const found = (words: string): string[] => searchLibrary(entries, words).map(({ id }) => id);

it('searches names, folders, texts and parameters of saved queries and past runs', () => {
  expect(found('')).toEqual(['saved:Sales/Late orders', 'saved:People', 'past:0']);
  expect(found('sales due')).toEqual(['saved:Sales/Late orders']);
  expect(found('30')).toEqual(['saved:Sales/Late orders']);
  expect(found('CHAI')).toEqual(['past:0']);
  expect(found('from products')).toEqual(['past:0']);
  expect(found('nothing')).toEqual([]);
});

it('opens a saved query without its header', () => {
  expect(entries[0]).toMatchObject({ query: 'from Orders where Due < $days', parameters: { days: '30' } });
});
