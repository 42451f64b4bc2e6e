import { expect, test } from 'vitest';
import { addBatches, noBatches } from '../../../protocol/indexing-batches.ts';
import { indexPerformance } from '../../../protocol/index-performance.ts';
import { batchesAsCsv, batchesAsJson } from './batch-export.ts';
import { batchGroups } from './batch-model.ts';
import { batchForTests, stepForTests } from './batches-for-tests.ts';

const batch = batchForTests({
  Completed: null,
  NewMember: 'kept',
  Details: stepForTests('Indexing', 50, [
    stepForTests('Map', 9, [], { MapDetails: { BatchCompleteReason: 'No more, really' } }),
  ]),
});
const groups = batchGroups(addBatches(noBatches, { Results: [{ Name: '=A', Performance: [batch] }] }), null);

test('writes JSON that reads as the answer of a server, with members that it does not know', () => {
  const read = indexPerformance.parse(JSON.parse(batchesAsJson(groups)));
  expect(read.Results[0]).toMatchObject({ Name: '=A', Performance: [batch] });
});

test('writes one CSV row per batch, with quotes and without formulas', () => {
  expect(batchesAsCsv(groups).split('\r\n')).toEqual([
    'Index,Batch,Started,Completed,Duration ms,Documents in,Succeeded,Failed,Entries out,Deletions,Documents bytes,Reported reason',
    `'=A,1,2026-11-23T08:56:06.8264910Z,,51.68,400,400,0,5,0,,"No more, really"`,
    '',
  ]);
});
