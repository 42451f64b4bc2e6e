/** Deletes the edited index after a confirmation. A refused deletion changes nothing: tab and draft stay. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { remove, type ActionPlan } from '../list/index-actions.ts';
import { isLocked } from '../list/index-state.ts';
import { runIndexAction } from '../list/run-index-action.ts';

export interface DeleteTarget {
  readonly tabId: string;
  /** Undefined for an index that is not saved yet. */
  readonly storedName: string | undefined;
  /** Of the stored definition. */
  readonly lockMode: IndexStats['lockMode'];
  readonly isDeleted: boolean;
  readonly onStart: () => void;
  readonly onFailure: (error: unknown, doing: string) => void;
}

export interface DeleteIndex {
  /** Undefined where nothing is stored that could be deleted. */
  readonly start: (() => void) | undefined;
  /** Why the index cannot be deleted now. */
  readonly refusal: string | undefined;
  /** Waiting for its dialog. */
  readonly pending: ActionPlan | null;
  readonly confirm: () => void;
  readonly cancel: () => void;
  readonly deleting: boolean;
}

export function useDeleteIndex(database: Database, target: DeleteTarget): DeleteIndex {
  const session = useSession();
  const queries = useQueryClient();
  const [pending, setPending] = useState<ActionPlan | null>(null);
  const [deleting, setDeleting] = useState(false);
  const { tabId, storedName } = target;
  const refusal = deleteRefusal(database.writeRefusal, target);

  const run = async (name: string): Promise<void> => {
    setPending(null);
    target.onStart();
    setDeleting(true);
    const doing = `Deleting ${name}`;
    try {
      const report = await session.runOperation(`Delete: ${name}`, ({ signal }) =>
        runIndexAction(database.client, remove, [name], { signal }),
      );
      const [failure] = report.failed;
      if (failure) {
        target.onFailure(failure.error, doing);
        return;
      }
      // Cancelled or not confirmed: the index is still there.
      if (report.succeeded.length === 0) return;
      session.writeTabState(tabId, undefined);
      session.setDirty(tabId, false);
      session.closeTab(tabId);
      session.notify({ kind: 'success', message: `${name} was ${remove.done}.` });
    } catch (thrown) {
      target.onFailure(thrown, doing);
    } finally {
      setDeleting(false);
      void queries.invalidateQueries({ queryKey: database.key });
    }
  };

  return {
    start:
      storedName === undefined
        ? undefined
        : () => {
            if (refusal !== undefined) session.notify({ kind: 'info', message: refusal });
            else setPending({ action: remove, names: [storedName], refused: [] });
          },
    refusal,
    pending,
    confirm: () => {
      if (storedName !== undefined) void run(storedName);
    },
    cancel: () => setPending(null),
    deleting,
  };
}

/** Servers answer a deletion of an index locked with "ignore" with success, and keep the index. */
export function deleteRefusal(
  writeRefusal: string | undefined,
  { lockMode, isDeleted }: Pick<DeleteTarget, 'lockMode' | 'isDeleted'>,
): string | undefined {
  if (writeRefusal !== undefined) return writeRefusal;
  if (isDeleted) return 'This index was already deleted on the server.';
  return isLocked({ lockMode }) ? 'This index is locked. Unlock it first.' : undefined;
}
