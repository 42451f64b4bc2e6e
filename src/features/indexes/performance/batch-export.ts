/** Batches as files: JSON in the server's shape, CSV with one row per batch. Pure. */
import { csvText } from '../../../ui/csv-text.ts';
import { newestFirst, type BatchGroup, type RecordedBatch } from './batch-model.ts';
import { stopReason } from './batch-reason.ts';

/** As `/indexes/performance` answers. */
export function batchesAsJson(groups: readonly BatchGroup[]): string {
  const Results = groups.map(({ index, batches }) => ({
    Name: index,
    Performance: batches.map(({ batch }) => batch),
  }));
  return `${JSON.stringify({ Results }, null, 2)}\n`;
}

const columns: readonly (readonly [
  title: string,
  value: (row: RecordedBatch) => string | number | null | undefined,
])[] = [
  ['Index', ({ index }) => index],
  ['Batch', ({ batch }) => batch.Id],
  ['Started', ({ batch }) => batch.Started],
  ['Completed', ({ batch }) => batch.Completed],
  ['Duration ms', ({ batch }) => batch.DurationInMs],
  ['Documents in', ({ batch }) => batch.InputCount],
  ['Succeeded', ({ batch }) => batch.SuccessCount],
  ['Failed', ({ batch }) => batch.FailedCount],
  ['Entries out', ({ batch }) => batch.OutputCount],
  ['Deletions', ({ batch }) => batch.TombstoneDeleteSuccesses],
  ['Documents bytes', ({ batch }) => batch.DocumentsSize?.SizeInBytes],
  ['Reported reason', ({ batch }) => stopReason(batch).reported],
];

export function batchesAsCsv(groups: readonly BatchGroup[]): string {
  return csvText(
    columns.map(([title]) => title),
    newestFirst(groups).map((row) => columns.map(([, value]) => value(row))),
  );
}
