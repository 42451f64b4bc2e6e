/** The latest progress of the files of one window. A slow reader skips what is outdated. */

interface Kind {
  readonly kind: string;
}

interface Entry<Progress> {
  latest: Progress | undefined;
  ended: boolean;
  wake: (() => void) | undefined;
}

/** Between two items of the same kind, so that a fast export does not fill the port. */
const PAUSE_MS = 150;

export class ProgressBoard<Progress extends Kind> {
  private readonly entries = new Map<string, Entry<Progress>>();

  report(id: string, progress: Progress): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    entry.latest = progress;
    entry.wake?.();
  }

  end(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    entry.ended = true;
    entry.wake?.();
  }

  async *watch(id: string, signal: AbortSignal): AsyncGenerator<Progress> {
    const entry: Entry<Progress> = { latest: undefined, ended: false, wake: undefined };
    this.entries.set(id, entry);
    const wake = (): void => entry.wake?.();
    signal.addEventListener('abort', wake, { once: true });
    let last: string | undefined;
    try {
      while (!signal.aborted) {
        const { latest } = entry;
        if (latest) {
          entry.latest = undefined;
          yield latest;
          if (latest.kind === last) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          last = latest.kind;
        } else if (entry.ended) return;
        else await new Promise<void>((resolve) => (entry.wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', wake);
      if (this.entries.get(id) === entry) this.entries.delete(id);
    }
  }
}
