/** What a run came to, and the sentences about it. Pure. */
import { pluralize } from '../../ui/format.ts';
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
    ([status, count]) => `${count.toLocaleString('en')} ${statusNames[status] ?? status}`,
  );
  if (parts.length === 0 && outcome.done > 0)
    parts.push(`${outcome.exact ? '' : 'at least '}${outcome.done.toLocaleString('en')} ${verbOf(action)}`);
  if (outcome.failures.length > 0) parts.push(`${outcome.failures.length.toLocaleString('en')} failed`);
  if (outcome.left !== null && outcome.left.length > 0)
    parts.push(`${outcome.left.length.toLocaleString('en')} not tried`);
  return parts;
}

/** What was done, truthfully: changes of a cancelled or failed run stay. */
export function outcomeText(outcome: RunOutcome, action: Action): string {
  const { kind, done, exact, total, left } = outcome;
  const documents = pluralize(done, 'document');
  const of = total === null ? '' : ` of ${total.toLocaleString('en')}`;
  switch (kind) {
    case 'completed':
      return outcome.failures.length > 0
        ? `${documents} processed. Failed documents were not changed.`
        : `${documents} processed.`;
    case 'cancelled':
      return exact
        ? `Cancelled after ${done.toLocaleString('en')}${of} documents. Changes up to then are kept.`
        : `Cancelled. The last progress report was ${done.toLocaleString('en')}${of} documents; they stay ${verbOf(action)}.`;
    case 'failed':
      return left === null
        ? `The operation stopped. The last progress report was ${done.toLocaleString('en')}${of} documents: documents before the failed one can be ${verbOf(action)} already, later ones were not processed. Running it again processes those documents a second time.`
        : `Stopped after ${done.toLocaleString('en')}${of} documents. Changes up to then are kept.`;
    case 'interrupted':
      return `The window was closed or reloaded during the run. At least ${done.toLocaleString('en')}${of} documents were ${verbOf(action)}; those changes are kept.`;
  }
}

function verbOf(action: Action): string {
  return action === 'patch' ? 'patched' : 'deleted';
}
