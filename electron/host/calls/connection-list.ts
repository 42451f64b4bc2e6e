import { ChangeFeed } from '../change-feed.ts';

/** State of the connections that is never stored: problems, and subscribers. */
export class ConnectionList {
  private readonly problems = new Map<string, string>();
  private readonly feed = new ChangeFeed();

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
    this.feed.changed();
  }

  /** Calls a function at every change. */
  listen(listener: () => void): void {
    this.feed.listen(listener);
  }

  watch(signal: AbortSignal): AsyncGenerator<{ changed: true }> {
    return this.feed.watch(signal);
  }
}
