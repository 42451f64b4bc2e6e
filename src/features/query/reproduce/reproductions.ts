/**
 * The reproduction of each tab: the running copy, and what became of its database. Kept outside of the components, so that
 * a copy continues when its dialog is closed.
 */
import { create } from 'zustand';
import { PortError } from '../../../contract/index.ts';
import type { Session } from '../../../app/registry/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import { deleteDatabase } from '../../../protocol/databases.ts';
import { progressText, type CopyProgress, type CopyResult, type CopyStep } from './copy-steps.ts';
import { copyToSandbox, type CopyRequest } from './copy-to-sandbox.ts';

/** What happens to the database of a copy that is cancelled. */
export type PartialDatabase = 'keep' | 'delete';

export type Reproduction = { readonly request: CopyRequest } & (
  | {
      readonly kind: 'copying';
      readonly progress: CopyProgress;
      /** Null while it is not being cancelled. */
      readonly cancelling: PartialDatabase | null;
    }
  | { readonly kind: 'copied'; readonly result: CopyResult }
  | {
      readonly kind: 'cancelled';
      /** `none`: it was cancelled before the database was created. */
      readonly database: 'kept' | 'deleted' | 'none';
      readonly progress: CopyProgress;
    }
  | {
      readonly kind: 'failed';
      readonly step: CopyStep;
      readonly error: unknown;
      readonly database: 'kept' | 'none';
      readonly progress: CopyProgress;
    }
  | { readonly kind: 'deleted' }
);

interface StartOptions {
  readonly runOperation: Session['runOperation'];
  /** The databases of the sandbox changed. */
  readonly onDatabases: () => void;
}

interface Reproductions {
  readonly states: ReadonlyMap<string, Reproduction>;
  /** Resolves when the copy ends in any way. */
  start(tabId: string, request: CopyRequest, options: StartOptions): Promise<void>;
  cancel(tabId: string, database: PartialDatabase): void;
  /** Deletes the database of a copy that ended. Rejects when the server refuses. */
  deleteCopy(tabId: string, sandbox: ServerClient, onDatabases: () => void): Promise<void>;
  /** Forgets a reproduction that ended; its database remains. */
  clear(tabId: string): void;
}

const underWay = new Map<string, AbortController>();

export const useReproductions = create<Reproductions>((set, get) => {
  const put = (tabId: string, next: Reproduction | null): void => {
    const states = new Map(get().states);
    if (next) states.set(tabId, next);
    else states.delete(tabId);
    set({ states });
  };
  const current = (tabId: string) => get().states.get(tabId);

  return {
    states: new Map(),

    async start(tabId, request, { runOperation, onDatabases }) {
      if (current(tabId)?.kind === 'copying') return;
      const abort = new AbortController();
      underWay.set(tabId, abort);
      const { name, sandbox } = request;
      let progress: CopyProgress = {
        step: 'database',
        documents: 0,
        references: 0,
        bytes: 0,
        expected: request.expected,
      };
      put(tabId, { kind: 'copying', request, progress, cancelling: null });
      const title = `Copying to ${name} in the sandbox`;
      try {
        const result = await runOperation(title, (control) => {
          // The status bar cancels without a choice, so nothing is deleted.
          control.signal.addEventListener('abort', () => get().cancel(tabId, 'keep'));
          return copyToSandbox(
            request,
            (next) => {
              if (progress.step === 'database' && next.step !== 'database') onDatabases();
              progress = next;
              const state = current(tabId);
              if (state?.kind === 'copying') put(tabId, { ...state, progress });
              control.report({
                done: next.documents + next.references,
                total: Math.max(next.expected, next.documents + next.references),
                note: progressText(next),
              });
            },
            abort.signal,
          );
        });
        put(tabId, { kind: 'copied', request, result });
      } catch (error) {
        const state = current(tabId);
        const chosen = state?.kind === 'copying' ? state.cancelling : null;
        // A database that could not be created may be someone else's: it is never deleted.
        const isCreated = progress.step !== 'database';
        const database = isCreated ? 'kept' : 'none';
        const failed = { kind: 'failed', request, step: progress.step, error, database, progress } as const;
        if (chosen === null) put(tabId, failed);
        else
          try {
            const removed = chosen === 'delete' && isCreated;
            if (removed) await deleteDatabase(sandbox, name);
            put(tabId, {
              kind: 'cancelled',
              request,
              database: removed ? 'deleted' : database,
              progress,
            });
          } catch (deletion) {
            put(tabId, { ...failed, error: deletionFailed(name, deletion) });
          }
      } finally {
        underWay.delete(tabId);
        onDatabases();
      }
    },

    cancel(tabId, database) {
      const state = current(tabId);
      if (state?.kind !== 'copying' || state.cancelling !== null) return;
      put(tabId, { ...state, cancelling: database });
      underWay
        .get(tabId)
        ?.abort(new PortError({ code: 'cancelled', message: 'The copy to the sandbox was cancelled.' }));
    },

    async deleteCopy(tabId, sandbox, onDatabases) {
      const state = current(tabId);
      if (!state || state.kind === 'copying') return;
      const { request } = state;
      try {
        await deleteDatabase(sandbox, request.name);
        put(tabId, { kind: 'deleted', request });
      } finally {
        onDatabases();
      }
    },

    clear(tabId) {
      if (current(tabId)?.kind !== 'copying') put(tabId, null);
    },
  };
});

function deletionFailed(name: string, cause: unknown): PortError {
  return new PortError({
    code: 'storage',
    message: `The copy was cancelled, but its database ${name} was not deleted. Delete it on the dashboard of the sandbox.`,
    detail: cause instanceof Error ? cause.message : String(cause),
  });
}

/** Whether a reproduction is of this query; another query of the tab has its own. */
export function isOf(state: Reproduction, query: string, parameters: unknown): boolean {
  const { text } = state.request;
  return text.query === query && JSON.stringify(text.parameters) === JSON.stringify(parameters);
}
