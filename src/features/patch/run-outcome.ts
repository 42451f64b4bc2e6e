/** The result of a run, and the sentences about it. Pure. */
import { formatCount, pluralize } from '../../ui/format.ts';
import type { Action } from './patch-state.ts';
import type { DocumentFailure } from './run-documents.ts';

export interface RunOutcome {
  readonly kind: 'completed' | 'cancelled' | 'failed' | 'interrupted';
  /** Documents by the result of each; empty when the server reports only their number. */
  readonly byStatus: ReadonlyMap<string, number>;
  /** Processed documents; a lower bound when `exact` is false. */
  readonly done: number;
  readonly exact: boolean;
  readonly total: number | null;
  readonly failures: readonly DocumentFailure[];
  /** Ids that were not tried; null when they are not known. */
  readonly left: readonly string[] | null;
  readonly error: unknown;
  readonly elapsedMs: number;
}

const statusNames: Readonly<Record<string, string>> = {
  Patched: 'patched',
  NotModified: 'unchanged',
  Created: 'created',
  Skipped: 'skipped',
  Deleted: 'deleted',
  Missing: 'already deleted',
  DocumentDoesNotExist: 'missing',
};

/** `1,200 patched`, `34 unchanged`, `3 failed`; unknown results keep the server's name. */
export function totals(outcome: RunOutcome, action: Action): readonly string[] {
  const parts = [...outcome.byStatus].map(
    ([status, count]) => `${formatCount(count)} ${statusNames[status] ?? status}`,
  );
  if (parts.length === 0 && outcome.done > 0)
    parts.push(`${outcome.exact ? '' : 'at least '}${formatCount(outcome.done)} ${verbOf(action)}`);
  if (outcome.failures.length > 0) parts.push(`${formatCount(outcome.failures.length)} failed`);
  if (outcome.left !== null && outcome.left.length > 0)
    parts.push(`${formatCount(outcome.left.length)} not tried`);
  return parts;
}

/** What was done, truthfully: changes of a cancelled or failed run stay. */
export function outcomeText(outcome: RunOutcome, action: Action): string {
  const { kind, done, exact, total, left } = outcome;
  const documents = pluralize(done, 'document');
  const progressText = total === null ? documents : `${formatCount(done)} of ${pluralize(total, 'document')}`;
  switch (kind) {
    case 'completed':
      return outcome.failures.length > 0
        ? `${documents} processed. Failed documents were not changed.`
        : `${documents} processed.`;
    case 'cancelled':
      return exact
        ? `Cancelled after ${progressText}. Changes up to then are kept.`
        : `Cancelled. The last progress report was ${progressText}; they stay ${verbOf(action)}.`;
    case 'failed':
      return left === null
        ? `The operation stopped. The last progress report was ${progressText}: documents before the failed one can be ${verbOf(action)} already, later ones were not processed. Running it again processes those documents a second time.`
        : `Stopped after ${progressText}. Changes up to then are kept.`;
    case 'interrupted':
      return `The window was closed or reloaded during the run. Documents ${verbOf(action)} by then are kept: at least ${progressText}.`;
  }
}

function verbOf(action: Action): string {
  return action === 'patch' ? 'patched' : 'deleted';
}
