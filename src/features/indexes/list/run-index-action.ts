/** Runs an action for indexes one after the other and reports each failure. */
import { PortError } from '../../../contract/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import type { IndexAction } from './index-actions.ts';

export interface IndexFailure {
  readonly name: string;
  readonly error: unknown;
}

export interface ActionReport {
  readonly action: Pick<IndexAction, 'id' | 'label' | 'done'>;
  readonly succeeded: readonly string[];
  readonly failed: readonly IndexFailure[];
  /** Not attempted: the user declined or cancelled, or the connection was lost. */
  readonly skipped: readonly string[];
}

/** Further requests would meet the same: the user said no, or nobody answers. */
const STOPPING: ReadonlySet<string> = new Set([
  'not-confirmed',
  'cancelled',
  'closed',
  'refused',
  'unreachable',
  'dns',
  'policy-refused',
]);

export async function runIndexAction(
  db: DatabaseClient,
  action: IndexAction,
  names: readonly string[],
  options: { readonly signal: AbortSignal; readonly onProgress?: (done: number) => void },
): Promise<ActionReport> {
  const succeeded: string[] = [];
  const failed: IndexFailure[] = [];
  for (const [place, name] of names.entries()) {
    if (options.signal.aborted) return { action, succeeded, failed, skipped: names.slice(place) };
    try {
      await action.run(db, name, options.signal);
      succeeded.push(name);
    } catch (error) {
      const isCancelled = error instanceof PortError && error.code === 'cancelled';
      if (!isCancelled) failed.push({ name, error });
      if (error instanceof PortError && STOPPING.has(error.code))
        return { action, succeeded, failed, skipped: names.slice(isCancelled ? place : place + 1) };
    }
    options.onProgress?.(succeeded.length + failed.length);
  }
  return { action, succeeded, failed, skipped: [] };
}

export function isComplete(report: ActionReport): boolean {
  return report.failed.length === 0 && report.skipped.length === 0;
}
