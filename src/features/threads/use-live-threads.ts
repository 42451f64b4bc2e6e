/**
 * Samples of the threads: pushed by the server where it has the feed, otherwise polled. Another process is always
 * polled: each response takes as long as the measurement.
 */
import { useEffect, useRef, useState } from 'react';
import { isRetryable, PortError } from '../../contract/index.ts';
import type { ServerClient } from '../../protocol/client.ts';
import { keepOpen } from '../../protocol/keep-open.ts';
import { pause } from '../../protocol/pause.ts';
import { isProcessGone, sampleProcess } from '../../protocol/processes.ts';
import { ServerError } from '../../protocol/server-error.ts';
import { runaway, type ThreadSample, watchThreads } from '../../protocol/threads.ts';
import type { Target } from './captures.ts';
import { type CpuHistory, noHistory, withSample } from './cpu-history.ts';

export type LiveThreads =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly how: 'feed' | 'polling' | 'process' }
  /** The server cannot be reached; the last sample stays. */
  | { readonly kind: 'reconnecting' }
  /** The process watched has ended. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface LiveSamples {
  readonly state: LiveThreads;
  /** The displayed sample: the newest, or the last one before a pause. */
  readonly sample: ThreadSample | null;
  /** The previous sample, for rates. */
  readonly before: ThreadSample | null;
  /** CPU use of each thread over the last minute. */
  readonly history: CpuHistory;
  readonly retry: () => void;
}

const POLL_MS = 2000;
/** Between attempts to reach the server again. */
const PAUSES = { first: 1_000, last: 15_000 };
/** A feed that is silent for this long is assumed to be blocked by a proxy. */
const SILENCE_MS = 12_000;

interface LiveState {
  /** The owner of the samples: those of one process are not comparable with another. */
  readonly of: Target | null;
  readonly state: LiveThreads;
  readonly samples: readonly [ThreadSample | null, ThreadSample | null];
  readonly history: CpuHistory;
}

const nothing = (of: Target | null): LiveState => ({
  of,
  state: { kind: 'connecting' },
  samples: [null, null],
  history: noHistory,
});

export function useLiveThreads(server: ServerClient, target: Target | null, paused: boolean): LiveSamples {
  const [kept, setHeld] = useState<LiveState>(() => nothing(target));
  const [attempt, setAttempt] = useState(0);
  const isPaused = useRef(paused);
  useEffect(() => {
    isPaused.current = paused;
  }, [paused]);

  useEffect(() => {
    const abort = new AbortController();
    const change = (next: (held: LiveState) => LiveState) => {
      if (!abort.signal.aborted) setHeld((held) => next(held.of === target ? held : nothing(target)));
    };
    const show = (how: 'feed' | 'polling' | 'process') => (sample: ThreadSample) =>
      change((held) => {
        const state =
          held.state.kind === 'live' && held.state.how === how ? held.state : { kind: 'live' as const, how };
        if (isPaused.current) return { ...held, state };
        return {
          ...held,
          state,
          samples: [sample, held.samples[0]],
          history: withSample(held.history, sample),
        };
      });
    const run = (onLive: () => void): Promise<void> => {
      const shown = (how: 'feed' | 'polling' | 'process') => (sample: ThreadSample) => {
        onLive();
        show(how)(sample);
      };
      return target
        ? followProcess(server, target.id, abort.signal, shown('process'))
        : followThreads(server, abort.signal, shown('feed'), shown('polling'));
    };
    const onBreak = (error: unknown): boolean => {
      const gone = error instanceof ProcessReplaced || isProcessGone(error);
      const again = isRetryable(error);
      change((held) => ({
        ...held,
        state: gone
          ? { kind: 'gone' }
          : again && held.samples[0] !== null
            ? { kind: 'reconnecting' }
            : { kind: 'failed', error },
      }));
      return again;
    };
    void keepOpen(run, onBreak, abort.signal, PAUSES);
    return () => abort.abort();
  }, [server, target, attempt]);

  const held = kept.of === target ? kept : nothing(target);
  return {
    state: held.state,
    sample: held.samples[0],
    before: held.samples[1],
    history: held.history,
    retry: () => {
      setHeld((known) => ({ ...known, state: { kind: 'connecting' } }));
      setAttempt((count) => count + 1);
    },
  };
}

/** The process id was reused. */
export class ProcessReplaced extends Error {
  override readonly name = 'ProcessReplaced';
}

/** Runs until aborted; throws when the process cannot be read, exited, or its id was reused. */
export async function followProcess(
  server: ServerClient,
  processId: number,
  signal: AbortSignal,
  onSample: (sample: ThreadSample) => void,
): Promise<void> {
  let begun: string | null | undefined;
  while (!signal.aborted) {
    const sample = await sampleProcess(server, processId, signal);
    // A process is as old as its first thread, which has the same id.
    const first = sample.threads.find((thread) => thread.id === processId)?.startedAt;
    begun ??= first;
    if (first !== begun)
      throw new ProcessReplaced(`Process ${processId} exited and its id was reused by another process.`);
    onSample(sample);
  }
}

/** Runs until aborted; throws when neither the feed nor polling works. */
export async function followThreads(
  server: ServerClient,
  signal: AbortSignal,
  onPushed: (sample: ThreadSample) => void,
  onAsked: (sample: ThreadSample) => void,
): Promise<void> {
  try {
    await follow(server, signal, onPushed);
  } catch (failure) {
    if (signal.aborted) return;
    // A permission error is the same for polling.
    if (failure instanceof ServerError && failure.status === 403) throw failure;
    if (failure instanceof PortError && failure.code === 'policy-refused') throw failure;
  }
  while (!signal.aborted) {
    onAsked(await runaway(server, signal));
    await pause(POLL_MS, signal);
  }
}

async function follow(
  server: ServerClient,
  signal: AbortSignal,
  onSample: (sample: ThreadSample) => void,
): Promise<void> {
  const silence = new AbortController();
  const stop = () => silence.abort();
  signal.addEventListener('abort', stop, { once: true });
  let timer = setTimeout(stop, SILENCE_MS);
  try {
    for await (const item of watchThreads(server, silence.signal)) {
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE_MS);
      if (item.kind === 'message') onSample(item.value);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
