import { ChangeFeed } from '../change-feed.ts';

/** State of the connections that is never stored: passwords, problems, and subscribers. */
export class ConnectionList {
  private readonly passwords = new Map<string, string>();
  private readonly problems = new Map<string, string>();
  private readonly feed = new ChangeFeed();

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
    this.feed.changed();
  }

  watch(signal: AbortSignal): AsyncGenerator<{ changed: true }> {
    return this.feed.watch(signal);
  }
}
