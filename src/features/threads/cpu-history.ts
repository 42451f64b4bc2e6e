/** The last samples of each thread's processor share, for its sparkline. Pure. */
import type { ThreadSample, ThreadUsage } from '../../protocol/threads.ts';

/** About a minute at one sample per second. */
export const HISTORY_LENGTH = 60;

/** By thread; a number that was given to a new thread begins anew. */
export type CpuHistory = ReadonlyMap<string, readonly number[]>;

export const noHistory: CpuHistory = new Map();

/** Threads that are gone are forgotten. */
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
