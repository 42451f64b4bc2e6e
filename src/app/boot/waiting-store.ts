/** The requests of each connection that have no answer yet. */
import { createStore } from 'zustand/vanilla';

export interface WaitingRequest {
  /** `GET /databases`. */
  readonly what: string;
  /** Epoch ms. */
  readonly since: number;
}

interface Waiting {
  /** In the order in which they were sent. */
  readonly requests: readonly WaitingRequest[];
  /** When the server answered last, or a request failed; 0: never. */
  readonly lastEnd: number;
}

export interface SilentServer {
  readonly ms: number;
  /** Without an answer since then. */
  readonly requests: readonly WaitingRequest[];
}

/** A quick server answers long before; a request of a busy one alone is no sign. */
export const SILENT_MS = 5_000;

export const waitingStore = createStore<Readonly<Record<string, Waiting>>>(() => ({}));

const none: Waiting = { requests: [], lastEnd: 0 };

/** Returns the function that is called at the end of the request. */
export function recordRequest(connection: string, what: string, now: () => number = Date.now): () => void {
  const request: WaitingRequest = { what, since: now() };
  change(connection, ({ requests, lastEnd }) => ({ requests: [...requests, request], lastEnd }));
  return () =>
    change(connection, ({ requests }) => ({
      requests: requests.filter((each) => each !== request),
      lastEnd: now(),
    }));
}

export function clearWaiting(): void {
  waitingStore.setState({}, true);
}

/** Undefined while the server answers: a long query beside answered requests is not silence. */
export function silenceOf(waiting: Waiting | undefined, now: number): SilentServer | undefined {
  if (waiting === undefined) return undefined;
  // Writes and queries can last; they show their own progress.
  const reads = waiting.requests.filter(({ what }) => what.startsWith('GET '));
  const [oldest] = reads;
  if (oldest === undefined) return undefined;
  const ms = now - Math.max(oldest.since, waiting.lastEnd);
  return ms < SILENT_MS ? undefined : { ms, requests: reads };
}

function change(connection: string, to: (waiting: Waiting) => Waiting): void {
  waitingStore.setState((all) => ({ ...all, [connection]: to(all[connection] ?? none) }));
}
