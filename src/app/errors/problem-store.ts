/** Errors that no screen displays, newest first, for review and copying. */
import { createStore } from 'zustand/vanilla';
import { PortError } from '../../contract/index.ts';
import { readError } from '../../ui/index.ts';
import { showToast } from '../toasts/toast-store.ts';

export interface Problem {
  readonly id: number;
  readonly at: number;
  readonly doing: string;
  readonly error: unknown;
  /** Consecutive occurrences. */
  readonly count: number;
}

const MAX_PROBLEMS = 50;

interface ProblemState {
  readonly problems: readonly Problem[];
  readonly unseen: number;
  readonly open: boolean;
}

export const problemStore = createStore<ProblemState>(() => ({ problems: [], unseen: 0, open: false }));

let nextId = 1;

/** Reports an error that no screen displays. */
export function reportProblem(error: unknown, doing: string): void {
  // A cancelled operation is not a failure.
  if (error instanceof PortError && error.code === 'cancelled') return;
  const { code, message } = readError(error);
  problemStore.setState(({ problems, unseen, open }) => {
    const last = problems[0];
    const same = last?.doing === doing && readError(last.error).message === message;
    const problem: Problem = {
      id: same ? last.id : nextId++,
      at: Date.now(),
      doing,
      error,
      count: same ? last.count + 1 : 1,
    };
    return {
      problems: [problem, ...(same ? problems.slice(1) : problems)].slice(0, MAX_PROBLEMS),
      unseen: open ? 0 : unseen + 1,
    };
  });
  showToast({
    kind: 'error',
    message: `${doing} failed (${code})`,
    detail: message,
    action: { label: 'Details', run: openProblems },
  });
}

export function openProblems(): void {
  problemStore.setState({ open: true, unseen: 0 });
}

export function closeProblems(): void {
  problemStore.setState({ open: false });
}

export function clearProblems(): void {
  problemStore.setState({ problems: [], unseen: 0 });
}
