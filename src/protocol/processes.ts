/**
 * Other processes of the user who runs the engine: `GET /rookery/processes`, and the threads of one of them. Only
 * the sandbox and `rookeryd` have this endpoint.
 */
import { z } from 'zod';
import type { ServerClient } from './client.ts';
import { ServerError } from './server-error.ts';
import { threadSample, type ThreadSample } from './threads.ts';

export interface ProcessEntry {
  /** The operating system's process id. */
  readonly id: number;
  readonly name: string;
  /** The command line, truncated. */
  readonly command: string;
  readonly threads: number;
  /** The engine itself. */
  readonly isOwn: boolean;
}

export interface ProcessList {
  readonly processes: readonly ProcessEntry[];
  readonly capture: {
    readonly isPossible: boolean;
    /** Capture support reported by the stack helper. */
    readonly sentence: string;
    readonly facts: readonly { readonly code: string; readonly holds: boolean; readonly sentence: string }[];
    /** The command that enables captures. */
    readonly grantCommand: string | null;
  };
}

const answer = z.looseObject({
  Results: z.array(
    z.looseObject({
      Id: z.number(),
      Name: z.string(),
      Command: z.string(),
      ThreadsCount: z.number(),
      IsOwn: z.boolean(),
    }),
  ),
  Capture: z.looseObject({
    Possible: z.boolean(),
    Sentence: z.string(),
    Facts: z.array(z.looseObject({ Code: z.string(), Holds: z.boolean(), Sentence: z.string() })),
    GrantCommand: z.string().nullish(),
  }),
});

export async function listProcesses(server: ServerClient, signal?: AbortSignal): Promise<ProcessList> {
  const { Results, Capture } = await server.read(answer, 'GET', '/rookery/processes', { signal });
  return {
    processes: Results.map((each) => ({
      id: each.Id,
      name: each.Name,
      command: each.Command,
      threads: each.ThreadsCount,
      isOwn: each.IsOwn,
    })),
    capture: {
      isPossible: Capture.Possible,
      sentence: Capture.Sentence,
      facts: Capture.Facts.map((fact) => ({ code: fact.Code, holds: fact.Holds, sentence: fact.Sentence })),
      grantCommand: Capture.GrantCommand ?? null,
    },
  };
}

const sampleAnswer = z.looseObject({ 'Runaway Threads': threadSample });

/**
 * One sample of the threads of a process, which keeps running. The engine measures for about a second before it
 * responds.
 */
export async function sampleProcess(
  server: ServerClient,
  processId: number,
  signal?: AbortSignal,
): Promise<ThreadSample> {
  const query = { processId: String(processId) };
  const answer = await server.read(sampleAnswer, 'GET', '/rookery/processes/runaway', { query, signal });
  return answer['Runaway Threads'];
}

/** The engine's error code for a process that exited, in a sample or a capture. */
export function isProcessGone(error: unknown): boolean {
  return error instanceof ServerError && error.message.includes('(code target-gone)');
}
