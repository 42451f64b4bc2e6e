/** Samples of the threads: pushed by the server where it has the feed, else asked for again and again. */
import { useEffect, useRef, useState } from 'react';
import { PortError } from '../../contract/index.ts';
import type { ServerClient } from '../../protocol/client.ts';
import { ServerError } from '../../protocol/server-error.ts';
import { type CpuHistory, noHistory, withSample } from './cpu-history.ts';
import { runaway, type ThreadSample, watchThreads } from '../../protocol/threads.ts';

export type LiveThreads =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly how: 'feed' | 'polling' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface LiveSamples {
  readonly state: LiveThreads;
  /** The one shown: the newest, or the last before pausing. */
  readonly sample: ThreadSample | null;
  /** The one before it, for rates. */
  readonly before: ThreadSample | null;
  /** The last minute or so of each thread's processor share. */
  readonly history: CpuHistory;
  readonly retry: () => void;
}

const POLL_MS = 2000;
/** A feed that says nothing for this long is taken for one that a proxy swallows. */
const SILENCE_MS = 12_000;

export function useLiveThreads(server: ServerClient, paused: boolean): LiveSamples {
  const [state, setState] = useState<LiveThreads>({ kind: 'connecting' });
  const [samples, setSamples] = useState<readonly [ThreadSample | null, ThreadSample | null]>([null, null]);
  const [history, setHistory] = useState<CpuHistory>(noHistory);
  const [attempt, setAttempt] = useState(0);
  const isPaused = useRef(paused);
  useEffect(() => {
    isPaused.current = paused;
  }, [paused]);

  useEffect(() => {
    const abort = new AbortController();
    const show = (how: 'feed' | 'polling') => (sample: ThreadSample) => {
      setState((known) => (known.kind === 'live' && known.how === how ? known : { kind: 'live', how }));
      if (isPaused.current) return;
      setSamples(([newest]) => [sample, newest]);
      setHistory((known) => withSample(known, sample));
    };
    followThreads(server, abort.signal, show('feed'), show('polling')).catch((error: unknown) => {
      if (!abort.signal.aborted) setState({ kind: 'failed', error });
    });
    return () => abort.abort();
  }, [server, attempt]);

  return {
    state,
    sample: samples[0],
    before: samples[1],
    history,
    retry: () => {
      setState({ kind: 'connecting' });
      setAttempt((count) => count + 1);
    },
  };
}

/** Runs until aborted; throws when neither way works. */
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
    // Not being allowed is not cured by asking differently.
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
