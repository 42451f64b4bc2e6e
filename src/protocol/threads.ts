/** Threads of the server: one sample (`runaway`), the live feed, and the thread objects of both. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import type { ServerClient } from './client.ts';
import { liveFeed, type LiveItem } from './live.ts';
import { readTimeSpan } from './time-span.ts';

/** Null where the server does not report it. Rates cover the last interval, totals the lifetime of the thread. */
export interface ThreadIo {
  readonly readCallsPerSecond: number | null;
  readonly writeCallsPerSecond: number | null;
  readonly readBytesPerSecond: number | null;
  readonly writeBytesPerSecond: number | null;
  readonly readCalls: number | null;
  readonly writeCalls: number | null;
  readonly readBytes: number | null;
  readonly writeBytes: number | null;
}

export interface ThreadUsage {
  /** The operating system's thread id. */
  readonly id: number;
  readonly name: string;
  /** Certainly read from the Linux kernel, which ends names of files with a newline and alone has wait channels. */
  readonly fromLinux: boolean;
  /** Percent; RavenDB counts all cores together as 100. */
  readonly cpu: number;
  readonly managedId: number | null;
  readonly allocatedBytes: number | null;
  /** ISO text. */
  readonly startedAt: string | null;
  /** CPU time since the start, milliseconds. */
  readonly totalMs: number | null;
  readonly kernelMs: number | null;
  readonly userMs: number | null;
  /** `Running`, `Wait`, … as sent by the server. */
  readonly state: string;
  readonly waitReason: string | null;
  /** The kernel function it sleeps in; sandbox only. */
  readonly waitChannel: string | null;
  /** Its current system call; sandbox only. */
  readonly syscall: string | null;
  /** Its current job in the engine and how long it has been running; sandbox only. */
  readonly job: { readonly text: string; readonly ms: number | null } | null;
  readonly priority: string | null;
  readonly io: ThreadIo | null;
}

export interface ThreadSample {
  /** ISO text, server time. */
  readonly takenAt: string | null;
  readonly machineCpu: number | null;
  readonly processCpu: number | null;
  readonly activeCores: number | null;
  readonly threadCount: number;
  readonly threads: readonly ThreadUsage[];
}

const number = z.number().nullish().catch(null);
const text = z.string().nullish().catch(null);

const wireIo = z.looseObject({
  ReadIoSyscallsPerSecLast: number,
  WriteIoSyscallsPerSecLast: number,
  ReadThroughputKbPerSecLast: number,
  WriteThroughputKbPerSecLast: number,
  ReadIoSyscallsTotal: number,
  WriteIoSyscallsTotal: number,
  ReadThroughputKbTotal: number,
  WriteThroughputKbTotal: number,
  Syscr: number,
  Syscw: number,
  ReadBytes: number,
  WriteBytes: number,
});

export const threadObject = z
  .looseObject({
    Id: z.number(),
    Name: text,
    CpuUsage: number,
    ManagedThreadId: number,
    UnmanagedAllocationsInBytes: number,
    StartingTime: text,
    Duration: number,
    TotalProcessorTime: text,
    PrivilegedProcessorTime: text,
    UserProcessorTime: text,
    State: z.union([z.string(), z.number()]).nullish().catch(null),
    Priority: z.union([z.string(), z.number()]).nullish().catch(null),
    WaitReason: z.union([z.string(), z.number()]).nullish().catch(null),
    WaitChannel: text,
    Syscall: text,
    Job: text,
    JobMs: number,
    IoStats: wireIo.nullish().catch(null),
  })
  .transform((thread): ThreadUsage => ({
    id: thread.Id,
    name: threadName(thread.Name),
    fromLinux: thread.Name?.endsWith('\n') === true || Boolean(thread.WaitChannel ?? thread.Syscall),
    cpu: thread.CpuUsage ?? 0,
    managedId: thread.ManagedThreadId ?? null,
    allocatedBytes: thread.UnmanagedAllocationsInBytes ?? null,
    startedAt: thread.StartingTime ?? null,
    totalMs: span(thread.TotalProcessorTime) ?? thread.Duration ?? null,
    kernelMs: span(thread.PrivilegedProcessorTime),
    userMs: span(thread.UserProcessorTime),
    state: word(thread.State) ?? 'Unknown',
    waitReason: word(thread.WaitReason),
    waitChannel: thread.WaitChannel ?? null,
    syscall: thread.Syscall ?? null,
    job: thread.Job ? { text: thread.Job, ms: thread.JobMs ?? null } : null,
    priority: word(thread.Priority),
    io: thread.IoStats ? readIo(thread.IoStats) : null,
  }));

/** One sample of all threads. */
export const threadSample = z
  .looseObject({
    Date: text,
    CpuUsage: number,
    ProcessCpuUsage: number,
    ActiveCores: number,
    ThreadsCount: number,
    List: z.array(threadObject),
  })
  .transform((info): ThreadSample => ({
    takenAt: info.Date ?? null,
    machineCpu: info.CpuUsage ?? null,
    processCpu: info.ProcessCpuUsage ?? null,
    activeCores: info.ActiveCores ?? null,
    threadCount: info.ThreadsCount ?? info.List.length,
    threads: info.List,
  }));

/** `{ "Runaway Threads": … }` for one sample, `{ Results: […] }` for several, `{ Error }` with status 200 on failure. */
const runawayAnswer = z.looseObject({
  'Runaway Threads': threadSample.optional(),
  Results: z.array(threadSample).optional(),
  Error: z.string().optional(),
});

/** One sample of all threads. The server measures for about a second before it responds. */
export async function runaway(server: ServerClient, signal?: AbortSignal): Promise<ThreadSample> {
  const path = '/admin/debug/threads/runaway';
  const answer = await server.read(runawayAnswer, 'GET', path, { signal });
  const found = answer['Runaway Threads'] ?? answer.Results?.at(-1);
  if (found) return found;
  throw new PortError({
    code: 'unsupported',
    message: 'The server could not read its threads.',
    detail: answer.Error ?? `The response from ${path} has neither samples nor an error.`,
  });
}

const watchFrame = z.union([
  threadSample.transform((value) => ({ kind: 'sample' as const, value })),
  z
    .looseObject({ Type: z.literal('Error'), Exception: text, Message: text })
    .transform(({ Exception, Message }) => ({
      kind: 'failure' as const,
      reason: Exception ?? Message ?? 'The server gave no reason.',
    })),
]);

/** A sample about every second, until aborted or closed. */
export async function* watchThreads(
  server: ServerClient,
  signal: AbortSignal,
): AsyncGenerator<LiveItem<ThreadSample>> {
  for await (const item of liveFeed(server, '/threads-info/watch', watchFrame, signal)) {
    if (item.kind !== 'message') yield item;
    else if (item.value.kind === 'sample') yield { kind: 'message', value: item.value.value };
    else
      throw new PortError({
        code: 'unsupported',
        message: 'The server closed the live thread feed.',
        detail: item.value.reason,
      });
  }
}

/** Kernel names are cut to 15 characters and can end with a newline; unnamed threads have none. */
function threadName(name: string | null | undefined): string {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' ? 'Unknown' : trimmed;
}

function span(value: string | null | undefined): number | null {
  return typeof value === 'string' ? readTimeSpan(value) : null;
}

/** Enumerations are sent as names; a number (older servers) is shown unchanged. */
function word(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function readIo(io: z.output<typeof wireIo>): ThreadIo {
  const bytes = (kilobytes: number | null | undefined) =>
    kilobytes === null || kilobytes === undefined ? null : kilobytes * 1024;
  return {
    readCallsPerSecond: io.ReadIoSyscallsPerSecLast ?? null,
    writeCallsPerSecond: io.WriteIoSyscallsPerSecLast ?? null,
    readBytesPerSecond: bytes(io.ReadThroughputKbPerSecLast),
    writeBytesPerSecond: bytes(io.WriteThroughputKbPerSecLast),
    readCalls: io.ReadIoSyscallsTotal ?? io.Syscr ?? null,
    writeCalls: io.WriteIoSyscallsTotal ?? io.Syscw ?? null,
    readBytes: bytes(io.ReadThroughputKbTotal) ?? io.ReadBytes ?? null,
    writeBytes: bytes(io.WriteThroughputKbTotal) ?? io.WriteBytes ?? null,
  };
}
