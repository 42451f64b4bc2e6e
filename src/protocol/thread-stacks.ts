/** Stack captures: `GET /admin/debug/threads/stack-trace`, and the same JSON from a file. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import type { ServerClient } from './client.ts';
import { threadObject, type ThreadUsage } from './threads.ts';

/** Threads that have the same stack. */
export interface StackGroup {
  readonly threadIds: readonly number[];
  /** Occurrences: threads in one capture, threads times captures in a profile. */
  readonly count: number;
  /** No managed code. Null when the server does not report it. */
  readonly native: boolean | null;
  /** `GC`, `Finalizer`, `Native`, `Other`: only in the unmerged form. */
  readonly threadType: string | null;
  /** Innermost first, as sent by the server. Empty: no frames could be read. */
  readonly frames: readonly string[];
  /** The cluster node, in files with several nodes. */
  readonly node: string | null;
}

/** The sandbox's facts about the capture itself. */
export interface CaptureFacts {
  readonly pauseMs: number | null;
  readonly totalMs: number | null;
  readonly method: string | null;
  readonly partial: boolean;
  readonly notes: readonly string[];
}

export interface StackCapture {
  readonly groups: readonly StackGroup[];
  readonly threads: readonly ThreadUsage[];
  readonly facts: CaptureFacts | null;
  /** Errors per node, in files of a cluster. */
  readonly failures: readonly { readonly node: string; readonly error: string }[];
  /** The original text, for export. */
  readonly raw: string;
}

const frames = z.array(z.string()).nullish().catch(null);
const merged = z.looseObject({
  ThreadIds: z.array(z.number()),
  /**
   * A Rookery extension in exports of profiles and of other formats, where the count differs from the number of
   * ids.
   */
  Count: z.number().nonnegative().nullish().catch(null),
  NativeThreads: z.boolean().nullish(),
  StackTrace: frames,
});
const single = z.looseObject({
  OSThreadId: z.number(),
  IsNative: z.boolean().nullish(),
  ThreadType: z.union([z.string(), z.number()]).nullish(),
  StackTrace: frames,
});
const stack = z.union([
  merged.transform((entry): StackGroup => ({
    threadIds: entry.ThreadIds,
    count: entry.Count ?? entry.ThreadIds.length,
    native: entry.NativeThreads ?? null,
    threadType: null,
    frames: entry.StackTrace ?? [],
    node: null,
  })),
  single.transform((entry): StackGroup => ({
    threadIds: [entry.OSThreadId],
    count: 1,
    native: entry.IsNative ?? null,
    threadType: entry.ThreadType === null || entry.ThreadType === undefined ? null : String(entry.ThreadType),
    frames: entry.StackTrace ?? [],
    node: null,
  })),
]);

const facts = z
  .looseObject({
    PauseMs: z.number().nullish(),
    TotalMs: z.number().nullish(),
    Method: z.string().nullish(),
    Partial: z.boolean().nullish(),
    Notes: z.array(z.string()).nullish(),
  })
  .transform((member): CaptureFacts => ({
    pauseMs: member.PauseMs ?? null,
    totalMs: member.TotalMs ?? null,
    method: member.Method ?? null,
    partial: member.Partial ?? false,
    notes: member.Notes ?? [],
  }));

const nodeCapture = z.looseObject({
  Results: z.array(stack),
  Threads: z.array(threadObject).nullish().catch(null),
  Rookery: facts.nullish().catch(null),
});
/** The format of RavenDB Studio for a cluster; `Stacks` is the list itself or a complete response. */
const clusterCapture = z.array(
  z.looseObject({
    NodeTag: z.string(),
    Stacks: z.union([z.array(stack), nodeCapture.transform((answer) => answer.Results)]).nullish(),
    Error: z.string().nullish(),
  }),
);
const anyCapture = z.union([nodeCapture, clusterCapture, z.array(stack)]);

export interface CaptureOptions {
  /** Only these threads (operating system ids); their stacks are not merged. */
  readonly threadIds?: readonly number[];
  /** Another process of the same user instead of the server's own; only Rookery's engine supports it. */
  readonly processId?: number | undefined;
  /** The interval over which the engine measures CPU use per thread afterwards; RavenDB ignores it. */
  readonly cpuSampleMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Pauses the server process: call it only on user request. */
export async function captureStacks(
  server: ServerClient,
  options: CaptureOptions = {},
): Promise<StackCapture> {
  const { processId } = options;
  const other = processId === undefined ? undefined : String(processId);
  const path = other === undefined ? '/admin/debug/threads/stack-trace' : '/rookery/processes/stack-trace';
  const response = await server.send('GET', path, {
    query: {
      processId: other,
      threadId: options.threadIds?.map(String),
      cpuSampleInMs: options.cpuSampleMs === undefined ? undefined : String(options.cpuSampleMs),
    },
    signal: options.signal,
    timeoutMs: 120_000,
  });
  return readStackCapture(response.body, 'the stack capture response');
}

/** Reads a response, a saved response, or an export of RavenDB Studio for one node or a cluster. */
export function readStackCapture(raw: string, what: string): StackCapture {
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch (cause) {
    throw unreadable(`${capitalised(what)} is not JSON.`, String(cause));
  }
  const parsed = anyCapture.safeParse(json);
  if (!parsed.success)
    throw unreadable(
      `${capitalised(what)} has no stacks in RavenDB format ("Results" with "ThreadIds" and "StackTrace").`,
      z.prettifyError(parsed.error).slice(0, 2000),
    );
  const found = parsed.data;
  if (!Array.isArray(found))
    return {
      groups: found.Results,
      threads: found.Threads ?? [],
      facts: found.Rookery ?? null,
      failures: [],
      raw,
    };
  const groups: StackGroup[] = [];
  const failures: { node: string; error: string }[] = [];
  for (const entry of found) {
    if (!('NodeTag' in entry)) groups.push(entry);
    else {
      const node = entry.NodeTag;
      for (const each of entry.Stacks ?? []) groups.push({ ...each, node });
      if (entry.Error) failures.push({ node, error: entry.Error });
    }
  }
  return { groups, threads: [], facts: null, failures, raw };
}

function unreadable(message: string, detail: string): PortError {
  return new PortError({ code: 'bad-request', message, detail });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
