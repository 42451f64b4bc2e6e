/** Background operations that the status bar shows and can cancel. */
import { createStore } from 'zustand/vanilla';
import { PortError } from '../../contract/index.ts';
import type { OperationControl, OperationProgress } from '../registry/index.ts';

export interface Operation {
  readonly id: number;
  readonly title: string;
  readonly startedAt: number;
  readonly progress: OperationProgress | null;
  readonly cancelling: boolean;
  readonly cancel: () => void;
}

export const operationStore = createStore<{ readonly operations: readonly Operation[] }>(() => ({
  operations: [],
}));

let nextId = 1;

export async function runOperation<T>(
  title: string,
  work: (control: OperationControl) => Promise<T>,
): Promise<T> {
  const id = nextId++;
  const abort = new AbortController();
  const change = (part: Partial<Operation>): void =>
    operationStore.setState(({ operations }) => ({
      operations: operations.map((each) => (each.id === id ? { ...each, ...part } : each)),
    }));
  const operation: Operation = {
    id,
    title,
    startedAt: Date.now(),
    progress: null,
    cancelling: false,
    cancel: () => {
      change({ cancelling: true });
      abort.abort(new PortError({ code: 'cancelled', message: `${title} was cancelled.` }));
    },
  };
  operationStore.setState(({ operations }) => ({ operations: [...operations, operation] }));
  try {
    return await work({ signal: abort.signal, report: (progress) => change({ progress }) });
  } finally {
    operationStore.setState(({ operations }) => ({
      operations: operations.filter((each) => each.id !== id),
    }));
  }
}
