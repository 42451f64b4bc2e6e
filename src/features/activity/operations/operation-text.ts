/** Texts of operations: names, progress, filter, files. Pure. */
import type { OperationStatus, ServerOperation } from '../../../protocol/operation-list.ts';
import { csvText, formatCount, type BadgeTone } from '../../../ui/index.ts';
import { textFilter } from '../live/text-filter.ts';

export const statusTexts: Readonly<
  Record<OperationStatus, { readonly label: string; readonly tone: BadgeTone }>
> = {
  running: { label: 'Running', tone: 'info' },
  completed: { label: 'Completed', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'warning' },
  unknown: { label: 'Unknown', tone: 'neutral' },
};

/** `UpdateByQuery` is `Update by query`. */
export function typeText(type: string): string {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `1,024 of 3,000 (34 %)`; empty when the server reports none. */
export function progressText({ done, total }: Pick<ServerOperation, 'done' | 'total'>): string {
  if (done === null) return '';
  if (total === null || total <= 0) return formatCount(done);
  return `${formatCount(done)} of ${formatCount(total)} (${Math.floor((done / total) * 100)} %)`;
}

export function durationMs(operation: ServerOperation, now: number): number {
  const end = operation.status === 'running' ? now : operation.endedAt;
  // The clocks of server and client differ.
  return Math.max(0, end - operation.startedAt);
}

export function filterOperations(
  operations: readonly ServerOperation[],
  filter: string,
  withEnded: boolean,
): readonly ServerOperation[] {
  const matches = textFilter(filter);
  return operations.filter(
    (each) =>
      (withEnded || each.status === 'running') &&
      matches([each.type, typeText(each.type), each.database, each.description, each.query]),
  );
}

export function operationsAsCsv(operations: readonly ServerOperation[]): string {
  return csvText(
    ['Database', 'Id', 'Type', 'Status', 'Done', 'Total', 'Started', 'Ended', 'Description', 'Result'],
    operations.map((each) => [
      each.database,
      each.id,
      each.type,
      statusTexts[each.status].label,
      each.done,
      each.total,
      dateText(each.startedAt),
      dateText(each.endedAt),
      each.description,
      each.message,
    ]),
  );
}

function dateText(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
