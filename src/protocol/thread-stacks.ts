/** Stack captures: `GET /admin/debug/threads/stack-trace`, and the same JSON kept in a file. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import type { ServerClient } from './client.ts';
import { threadObject, type ThreadUsage } from './threads.ts';

/** Threads with one and the same stack. */
export interface StackGroup {
  readonly threadIds: readonly number[];
  /** How often it was seen: its threads in one capture, threads times captures in a profile. */
  readonly count: number;
  /** No managed code on it. Null when the server does not say. */
  readonly native: boolean | null;
  /** `GC`, `Finalizer`, `Native`, `Other`: only in the form for single threads. */
  readonly threadType: string | null;
  /** Innermost first, as the server writes them. Empty: nothing could be read. */
  readonly frames: readonly string[];
  /** The cluster node, in files that hold several. */
  readonly node: string | null;
}

/** What the sandbox tells about the capture itself. */
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
  /** Nodes that answered with an error, in files of a whole cluster. */
  readonly failures: readonly { readonly node: string; readonly error: string }[];
  /** The text as it came: what export writes. */
  readonly raw: string;
}

const frames = z.array(z.string()).nullish().catch(null);
const merged = z.looseObject({
  ThreadIds: z.array(z.number()),
  /** Not RavenDB's: Rookery's exports of profiles and of foreign formats, where it differs from the number of ids. */
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
/** How the web Studio writes captures of a cluster; `Stacks` may be the list itself or a whole answer. */
const clusterCapture = z.array(
  z.looseObject({
    NodeTag: z.string(),
    Stacks: z.union([z.array(stack), nodeCapture.transform((answer) => answer.Results)]).nullish(),
    Error: z.string().nullish(),
  }),
);
const anyCapture = z.union([nodeCapture, clusterCapture, z.array(stack)]);

export interface CaptureOptions {
  /** Only these threads (operating system ids); their stacks are then not merged. */
  readonly threadIds?: readonly number[];
  /** Another process of the same user, instead of the server's own; only Rookery's engine can. */
  readonly processId?: number | undefined;
  /** Over how long the engine measures the threads' processor use afterwards; a RavenDB passes it over. */
  readonly cpuSampleMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Stops the server's process for a moment, on purpose: call it only when a person asked for it. */
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

/** Reads an answer, a file saved from one, or the web Studio's export of one node or of a cluster. */
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
