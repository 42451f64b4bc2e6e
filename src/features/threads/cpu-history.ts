/** Recent CPU samples of each thread, for its sparkline. Pure. */
import type { ThreadSample, ThreadUsage } from '../../protocol/threads.ts';

/** About a minute at one sample per second. */
export const HISTORY_LENGTH = 60;

/** Keyed by thread; a reused id starts a new history. */
export type CpuHistory = ReadonlyMap<string, readonly number[]>;

export const noHistory: CpuHistory = new Map();

/** Removes threads that ended. */
export function withSample(history: CpuHistory, sample: ThreadSample): CpuHistory {
  return new Map(
    sample.threads.map((thread) => [
      keyOf(thread),
      [...historyOf(history, thread), thread.cpu].slice(-HISTORY_LENGTH),
    ]),
  );
}

export function historyOf(history: CpuHistory, thread: ThreadUsage): readonly number[] {
  return history.get(keyOf(thread)) ?? [];
}

function keyOf(thread: ThreadUsage): string {
  return `${thread.id}/${thread.startedAt ?? ''}`;
}
