/** Why a batch stopped and what it worked on, in sentences. Pure. */
import type { IndexingBatch, IndexingOperation } from '../../../protocol/index-performance.ts';
import { isRunning } from '../../../protocol/indexing-batches.ts';
import { pluralize } from '../../../ui/index.ts';
import { detailsOf } from './step-details.ts';

export interface StopReason {
  readonly sentence: string;
  /** The server's own words; null where it reports none. */
  readonly reported: string | null;
}

/** Only what the server reports: texts of servers that this version does not know are quoted without an explanation. */
const explanations: readonly (readonly [RegExp, string])[] = [
  [/no more/i, 'It stopped because nothing was left to index.'],
  [/being stopped|cancel|pause|shut/i, 'It stopped early because the index was being stopped.'],
  [
    /memory|budget|alloc/i,
    'It stopped early to limit its use of memory. The next batch continues with the rest.',
  ],
  [
    /large enough|batch size|max\w* number|limit of documents/i,
    'It reached the largest size of a batch. The next batch continues with the rest.',
  ],
  [
    /\btime\b|elapsed|duration/i,
    'It reached the longest time of a batch. The next batch continues with the rest.',
  ],
];

export function stopReason(batch: IndexingBatch): StopReason {
  const reported = reportedReasons(batch).join('; ') || null;
  if (isRunning(batch)) return { sentence: 'It is still running.', reported };
  if (reported !== null) {
    const known = explanations.find(([pattern]) => pattern.test(reported));
    return { sentence: known?.[1] ?? 'It stopped for the reason that the server reports.', reported };
  }
  if (isTraining(batch))
    return {
      sentence: 'It stopped when the compression dictionary of the index was trained. It indexed nothing.',
      reported,
    };
  return { sentence: 'The server reports no reason why it stopped.', reported };
}

/** One line: the sentence, then the server's words. */
export function stopText({ sentence, reported }: StopReason): string {
  return reported === null ? sentence : `${sentence} Reported: “${reported}”.`;
}

function reportedReasons({ Details }: IndexingBatch): readonly string[] {
  const found = new Set<string>();
  forEachStep(Details, (step) => {
    for (const { members } of detailsOf(step)) {
      const { BatchCompleteReason: reason } = members;
      if (typeof reason === 'string' && reason.trim() !== '') found.add(reason.trim());
    }
  });
  return [...found];
}

/** Corax reads documents to train a dictionary before the first batch that indexes. */
function isTraining({ Details }: IndexingBatch): boolean {
  const steps = Details?.Operations ?? [];
  return steps.length > 0 && steps.every(({ Name }) => Name.includes('DictionaryTraining'));
}

/** What the batch worked on beyond changed documents. */
export function workSentences(batch: IndexingBatch): readonly string[] {
  const sentences: string[] = [];
  const references = sumOf(batch, 'ReferenceAttempts');
  if (references > 0)
    sentences.push(
      `${pluralize(references, 'document')} ${references === 1 ? 'was' : 'were'} indexed again because a document that they load changed.`,
    );
  const removed = batch.TombstoneDeleteSuccesses ?? 0;
  if (removed > 0) sentences.push(`The entries of ${pluralize(removed, 'deleted document')} were removed.`);
  const reduced = sumOf(batch, 'ReduceAttempts');
  if (reduced > 0)
    sentences.push(
      `${pluralize(reduced, 'mapped entry', 'mapped entries')} ${reduced === 1 ? 'was' : 'were'} reduced.`,
    );
  const failed = batch.FailedCount ?? 0;
  if (failed > 0) sentences.push(`${pluralize(failed, 'document')} failed. The index's errors name them.`);
  return sentences;
}

function sumOf({ Details }: IndexingBatch, member: string): number {
  let sum = 0;
  forEachStep(Details, (step) => {
    for (const { members } of detailsOf(step)) {
      const value = members[member];
      if (typeof value === 'number') sum += value;
    }
  });
  return sum;
}

function forEachStep(
  root: IndexingOperation | null | undefined,
  visit: (step: IndexingOperation) => void,
): void {
  const pending = root ? [root] : [];
  for (let step = pending.pop(); step; step = pending.pop()) {
    visit(step);
    pending.push(...(step.Operations ?? []));
  }
}
