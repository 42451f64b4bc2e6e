/** A capture in the JSON of RavenDB's endpoint, which RavenDB Studio opens. `readStackCapture` reads it. Pure. */
import { clusterJson } from '../../../protocol/cluster-stacks.ts';
import type { StackCapture } from '../../../protocol/thread-stacks.ts';

/** The original text, if any; otherwise generated, for profiles and other formats. */
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
