/** The list of recordings of a port: watched once for all parts of the window that show it. */
import { PortError, type Port, type RecordingsList } from '../../../contract/index.ts';
import { keepOpen, type Pauses } from '../../../protocol/keep-open.ts';
import { watchRecordings } from '../../../protocol/recorder.ts';

export interface ListSnapshot {
  /** Null before the first answer. */
  readonly list: RecordingsList | null;
  /** Why the list is not live; null while it is. */
  readonly error: unknown;
}

const PAUSES: Pauses = { first: 1000, last: 30_000 };

class RecordingsWatch {
  private readonly listeners = new Set<() => void>();
  private running: AbortController | null = null;
  private snapshot: ListSnapshot = { list: null, error: null };
  private readonly port: Port;

  constructor(port: Port) {
    this.port = port;
  }

  readonly current = (): ListSnapshot => this.snapshot;

  /** Watches while there is a listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.running === null) this.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  };

  /** Reads the folder again, without waiting for a pause: another program can have brought files. */
  readonly reopen = (): void => {
    this.stop();
    this.change({ list: this.snapshot.list, error: null });
    if (this.listeners.size > 0) this.start();
  };

  private start(): void {
    const own = new AbortController();
    this.running = own;
    void keepOpen(
      async (onLive) => {
        for await (const list of watchRecordings(this.port, own.signal)) {
          if (own.signal.aborted) return;
          onLive();
          this.change({ list, error: null });
        }
      },
      (failure) => {
        const error = failure ?? new Error('The host closed the list of recordings without a reason.');
        this.change({ list: this.snapshot.list, error });
        // The window opens a new port, which has its own list.
        return !(error instanceof PortError && error.code === 'closed');
      },
      own.signal,
      PAUSES,
    );
  }

  private stop(): void {
    this.running?.abort();
    this.running = null;
  }

  private change(snapshot: ListSnapshot): void {
    this.snapshot = snapshot;
    for (const listener of this.listeners) listener();
  }
}

const watches = new WeakMap<Port, RecordingsWatch>();

export function recordingsWatch(port: Port): RecordingsWatch {
  const known = watches.get(port);
  if (known) return known;
  const watch = new RecordingsWatch(port);
  watches.set(port, watch);
  return watch;
}
