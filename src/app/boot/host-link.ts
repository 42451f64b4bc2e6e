/**
 * The link to the host: opened at start-up, and reopened with back-off after a disconnect. The shell stays on
 * screen with its state.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { toPortError, type CallResponse, type Port, type PortError } from '../../contract/index.ts';

export type AppInfo = CallResponse<'app.info'>;

export type LinkState =
  | { readonly phase: 'connecting'; readonly attempt: number }
  | {
      readonly phase: 'waiting';
      readonly attempt: number;
      readonly error: PortError;
      readonly retryAt: number;
    }
  | { readonly phase: 'open'; readonly info: AppInfo }
  /** Window and host are of different versions: trying again cannot help, reloading can. */
  | { readonly phase: 'mismatch'; readonly error: PortError };

export interface Link {
  readonly state: LinkState;
  /** The most recent port; while disconnected its calls fail with `closed`. Null before the first one. */
  readonly port: Port | null;
  /** Counts the opened ports. */
  readonly generation: number;
}

export interface HostLink {
  readonly store: StoreApi<Link>;
  /** Retries without waiting for the back-off. */
  retryNow(): void;
}

const delays = [300, 1000, 2000, 4000, 8000, 15_000] as const;

export function backOff(attempt: number): number {
  return delays[Math.min(attempt, delays.length - 1)] ?? 15_000;
}

interface Clock {
  now(): number;
  wait(ms: number): { readonly done: Promise<void>; readonly skip: () => void };
}

const realClock: Clock = {
  now: () => Date.now(),
  wait(ms) {
    let skip: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return { done, skip };
  },
};

/** Runs for the lifetime of the window. */
export function linkToHost(openPort: () => Promise<Port>, clock: Clock = realClock): HostLink {
  const store = createStore<Link>(() => ({
    state: { phase: 'connecting', attempt: 0 },
    port: null,
    generation: 0,
  }));
  let skipWait: () => void = () => undefined;
  const setState = (state: LinkState): void => store.setState({ state });

  async function keepOpen(): Promise<void> {
    let attempt = 0;
    for (;;) {
      let error: PortError;
      try {
        const port = await openPort();
        // The first call also checks that both sides have the same port version.
        const info = await port.call('app.info', {});
        attempt = 0;
        store.setState(({ generation }) => ({
          port,
          generation: generation + 1,
          state: { phase: 'open', info },
        }));
        error = toPortError(new Error(await port.closed));
      } catch (thrown) {
        error = toPortError(thrown);
        if (error.code === 'version-mismatch') {
          setState({ phase: 'mismatch', error });
          return;
        }
      }
      const wait = clock.wait(backOff(attempt));
      skipWait = wait.skip;
      setState({ phase: 'waiting', attempt, error, retryAt: clock.now() + backOff(attempt) });
      await wait.done;
      attempt++;
      setState({ phase: 'connecting', attempt });
    }
  }

  void keepOpen();
  return { store, retryNow: () => skipWait() };
}
