/** The latest progress of the exports of one window. A slow reader skips what is outdated. */
import type { ExportProgress } from '../../../src/contract/index.ts';

interface Entry {
  latest: ExportProgress | undefined;
  ended: boolean;
  wake: (() => void) | undefined;
}

/** Between two items of the same kind, so that a fast export does not fill the port. */
const PAUSE_MS = 150;

export class ProgressBoard {
  private readonly entries = new Map<string, Entry>();

  report(id: string, progress: ExportProgress): void {
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

  async *watch(id: string, signal: AbortSignal): AsyncGenerator<ExportProgress> {
    const entry: Entry = { latest: undefined, ended: false, wake: undefined };
    this.entries.set(id, entry);
    const wake = (): void => entry.wake?.();
    signal.addEventListener('abort', wake, { once: true });
    let last: ExportProgress['kind'] | undefined;
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
