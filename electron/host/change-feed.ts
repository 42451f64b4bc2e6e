/** Notifies readers of changes; several changes between two reads count as one. */
export class ChangeFeed {
  private readonly listeners = new Set<() => void>();

  changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  /** Calls a function at every change. */
  listen(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** With `atOnce` the first item is sent without a change. Ends with the signal. */
  async *watch(signal: AbortSignal, atOnce = false): AsyncGenerator<{ changed: true }> {
    const state: { due: boolean; wake?: () => void } = { due: atOnce };
    const listener = (): void => {
      state.due = true;
      state.wake?.();
    };
    const stop = (): void => state.wake?.();
    this.listeners.add(listener);
    signal.addEventListener('abort', stop, { once: true });
    try {
      while (!signal.aborted) {
        if (state.due) {
          state.due = false;
          yield { changed: true };
        } else {
          await new Promise<void>((resolve) => (state.wake = resolve));
        }
      }
    } finally {
      this.listeners.delete(listener);
      signal.removeEventListener('abort', stop);
    }
  }
}
