import { expect, test } from 'vitest';
import { stopReason, stopText, workSentences } from './batch-reason.ts';
import { batchForTests, stepForTests } from './batches-for-tests.ts';

const withReason = (text: string) =>
  batchForTests({
    Details: stepForTests('Indexing', 50, [
      stepForTests('Map', 9, [], { MapDetails: { BatchCompleteReason: text, AllocationBudget: 0 } }),
    ]),
  });

test.each([
  ['No more documents to index', /nothing was left/],
  ['The batch is large enough', /largest size of a batch/],
  ['The index is being stopped', /being stopped/],
  ['Cannot budget additional memory for batch', /use of memory/],
  ['Batch time limit reached', /longest time/],
])('explains "%s" and quotes it', (text, sentence) => {
  const reason = stopReason(withReason(text));
  expect(reason.sentence).toMatch(sentence);
  expect(stopText(reason)).toContain(`Reported: “${text}”.`);
});

test('quotes a reason that it does not know', () => {
  const reason = stopReason(withReason('Phase of the moon'));
  expect(stopText(reason)).toBe(
    'It stopped for the reason that the server reports. Reported: “Phase of the moon”.',
  );
});

test('states that the server reports no reason, that the batch is running, or that it trained', () => {
  expect(stopText(stopReason(batchForTests()))).toBe('The server reports no reason why it stopped.');
  expect(stopReason(batchForTests({ Completed: null })).sentence).toBe('It is still running.');
  const training = batchForTests({
    Details: stepForTests('Indexing', 50, [stepForTests('Corax/DictionaryTraining', 50)]),
  });
  expect(stopReason(training).sentence).toMatch(/dictionary of the index was trained/);
});

test('reports references, deletions, reduced entries and failures', () => {
  const batch = batchForTests({
    TombstoneDeleteSuccesses: 1,
    FailedCount: 2,
    Details: stepForTests('Indexing', 50, [
      stepForTests('References', 9, [], { ReferenceDetails: { ReferenceAttempts: 80 } }),
      stepForTests('Reduce', 9, [], { ReduceDetails: { ReduceAttempts: 79 } }),
    ]),
  });
  expect(workSentences(batch)).toEqual([
    '80 documents were indexed again because a document that they load changed.',
    'The entries of 1 deleted document were removed.',
    '79 mapped entries were reduced.',
    "2 documents failed. The index's errors name them.",
  ]);
  expect(workSentences(batchForTests())).toEqual([]);
});
