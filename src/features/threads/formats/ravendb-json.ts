/** A capture in the JSON of RavenDB's own endpoint, which its web Studio opens. Reading is `readStackCapture`. Pure. */
import { clusterJson } from '../../../protocol/cluster-stacks.ts';
import type { StackCapture } from '../../../protocol/thread-stacks.ts';

/** The text as it came, where there is one; else written anew: profiles and foreign formats never were RavenDB's. */
export function ravenJson(capture: StackCapture): string {
  if (capture.raw !== '') return capture.raw;
  if (capture.failures.length > 0 || capture.groups.some((group) => group.node !== null))
    return clusterJson(capture.groups, capture.failures);
  return JSON.stringify(
    {
      Results: capture.groups.map((group) => ({
        ThreadIds: group.threadIds,
        NativeThreads: group.native ?? false,
        StackTrace: group.frames,
        ...(group.count === group.threadIds.length ? {} : { Count: group.count }),
      })),
      Threads: capture.threads.map((thread) => ({
        Id: thread.id,
        Name: thread.name,
        CpuUsage: thread.cpu,
        ManagedThreadId: thread.managedId,
        State: thread.state,
        WaitReason: thread.waitReason,
        StartingTime: thread.startedAt,
        Duration: thread.totalMs,
      })),
    },
    null,
    2,
  );
}
