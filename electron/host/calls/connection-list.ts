/** What is known of the connections now and is never stored: passwords, problems, and who wants to hear of changes. */
export class ConnectionList {
  private readonly passwords = new Map<string, string>();
  private readonly problems = new Map<string, string>();
  private readonly listeners = new Set<() => void>();

  passwordOf(id: string): string | undefined {
    return this.passwords.get(id);
  }

  setPassword(id: string, password: string | undefined): void {
    if (password === undefined) this.passwords.delete(id);
    else this.passwords.set(id, password);
  }

  problemOf(id: string): string | undefined {
    return this.problems.get(id);
  }

  setProblem(id: string, problem: string | undefined): void {
    if (this.problems.get(id) === problem) return;
    if (problem === undefined) this.problems.delete(id);
    else this.problems.set(id, problem);
    this.changed();
  }

  changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  /** One item per change; several changes before the reader comes back count as one. */
  async *watch(signal: AbortSignal): AsyncGenerator<{ changed: true }> {
    const state: { due: boolean; wake?: () => void } = { due: false };
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
