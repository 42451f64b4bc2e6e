import { expect, test } from 'vitest';
import { stepForTests } from './batches-for-tests.ts';
import { detailsText } from './step-details.ts';
import { stepRows } from './step-rows.ts';

const root = stepForTests('Indexing', 50, [
  stepForTests('Map', 10, [stepForTests('Linq', 4), stepForTests('Bloom', 0)]),
  stepForTests('Storage/Commit', 30, [], {
    CommitDetails: { NumberOfModifiedPages: 358, NumberOf4KbsWrittenToDisk: 0 },
  }),
]);
const all = { folded: new Set<string>(), withIdle: true };

test('lists steps below their parent with share and self time', () => {
  const rows = stepRows(root, all);
  expect(rows.map(({ name, depth, ms, share, selfMs }) => [name, depth, ms, share, selfMs])).toEqual([
    ['Indexing', 0, 50, 1, 10],
    ['Map', 1, 10, 0.2, 6],
    ['Linq', 2, 4, 0.08, 4],
    ['Bloom', 2, 0, 0, 0],
    ['Storage/Commit', 1, 30, 0.6, 30],
  ]);
  expect(rows.at(-1)?.details).toBe('Modified pages 358');
});

test('leaves out the steps of a folded step, and steps without time', () => {
  const names = (choices: Parameters<typeof stepRows>[1]) => stepRows(root, choices).map(({ name }) => name);
  expect(names({ ...all, folded: new Set(['0/0']) })).toEqual(['Indexing', 'Map', 'Storage/Commit']);
  expect(names({ ...all, withIdle: false })).toEqual(['Indexing', 'Map', 'Linq', 'Storage/Commit']);
});

test('shows the counts of nested details with their units, without zeros and reasons', () => {
  const step = stepForTests('Tree', 1, [], {
    ReduceDetails: {
      CurrentlyAllocated: 2048,
      ReduceErrors: 0,
      BatchCompleteReason: 'No more documents to index',
      TreesReduceDetails: { NumberOfModifiedLeafs: 5 },
    },
    CleanupDetails: null,
  });
  expect(detailsText(step)).toBe('Currently allocated 2 KB · Modified leafs 5');
});

test('shares are zero in a batch without time', () => {
  expect(stepRows(stepForTests('Indexing', 0), all)[0]?.share).toBe(0);
});
