/** Stacks from files that are not in RavenDB format. Pure. */
import type { StackCapture, StackGroup } from '../../../protocol/thread-stacks.ts';
import type { ThreadUsage } from '../../../protocol/threads.ts';

export function importedGroup(
  frames: readonly string[],
  count: number,
  threadIds: readonly number[] = [],
): StackGroup {
  return { threadIds, count, native: null, threadType: null, frames, node: null };
}

/** A thread from a file that contains only its name. */
export function namedThread(id: number, name: string): ThreadUsage {
  return {
    id,
    name,
    fromLinux: false,
    cpu: 0,
    managedId: null,
    allocatedBytes: null,
    startedAt: null,
    totalMs: null,
    kernelMs: null,
    userMs: null,
    state: 'Unknown',
    waitReason: null,
    waitChannel: null,
    syscall: null,
    job: null,
    priority: null,
    io: null,
  };
}

export function importedCapture(
  groups: readonly StackGroup[],
  threads: readonly ThreadUsage[] = [],
): StackCapture {
  return { groups, threads, facts: null, failures: [], raw: '' };
}
