/** Batches and steps for the tests of this folder. */
import type { IndexingBatch, IndexingOperation } from '../../../protocol/index-performance.ts';

export function batchForTests(part: Partial<IndexingBatch> = {}): IndexingBatch {
  return {
    Id: 1,
    Started: '2026-11-23T08:56:06.8264910Z',
    Completed: '2026-11-23T08:56:06.8781685Z',
    DurationInMs: 51.68,
    InputCount: 400,
    SuccessCount: 400,
    FailedCount: 0,
    OutputCount: 5,
    TombstoneDeleteSuccesses: 0,
    ...part,
  };
}

export function stepForTests(
  name: string,
  ms: number,
  operations: readonly IndexingOperation[] = [],
  part: Record<string, unknown> = {},
): IndexingOperation {
  return { Name: name, DurationInMs: ms, Operations: operations, MapDetails: null, ...part };
}
