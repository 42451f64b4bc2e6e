/**
 * Checks the servers of the list while at least one window shows it: a few at a time, each after its own interval. The
 * last state of each server stays in memory.
 */
import {
  certificateKey,
  routeKey,
  toPortError,
  type Connection,
  type ConnectionCheck,
  type ConnectionState,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { ChangeFeed } from '../change-feed.ts';
import { sleep } from '../sleep.ts';
import { checkInterval } from './check-interval.ts';
import type { CheckResult } from './check-connection.ts';

/** Requests that run at the same time. */
const PARALLEL = 8;
/** A page cannot check one server more often. */
const SHORTEST_MS = 3_000;
/** Changes are reported together. */
const REPORT_MS = 100;
/** A certificate file may have appeared; an entered password is noticed at once. */
const NOT_CHECKED_MS = 60_000;

export interface CheckerParts {
  /** The stored connections, in the order of the list. */
  readonly list: () => readonly Connection[];
  readonly check: (connection: ServerConnection, signal: AbortSignal) => Promise<CheckResult>;
  readonly now?: () => number;
  readonly random?: () => number;
}

interface Entry {
  /** The destination that was checked: after a change the state is unknown again. */
  readonly destination: string;
  check: ConnectionCheck | null;
  failures: number;
  /** Of the start of the last check. */
  startedAt: number;
  dueAt: number;
  running: AbortController | null;
}

export class ConnectionChecker {
  private readonly parts: CheckerParts;
  private readonly entries = new Map<string, Entry>();
  private readonly feed = new ChangeFeed();
  private watchers = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: CheckerParts) {
    this.parts = parts;
  }

  /** All states, then those that changed. Servers are checked until the last reader ends. */
  async *watch(signal: AbortSignal): AsyncGenerator<{ states: ConnectionState[] }> {
    const sent = new Map<string, ConnectionCheck | null>();
    const changes = this.feed.watch(signal, true);
    this.watchers++;
    this.connectionsChanged();
    try {
      let isFirst = true;
      while ((await changes.next()).done !== true) {
        const states = this.statesSince(sent);
        if (isFirst || states.length > 0) yield { states };
        isFirst = false;
        await sleep(REPORT_MS, signal);
      }
    } finally {
      await changes.return(undefined);
      this.watchers--;
      if (this.watchers === 0) this.stop();
    }
  }

  /** One server or all of them, except those that were checked a moment ago. */
  checkNow(id: string | undefined): void {
    for (const [each, entry] of this.entries)
      if (id === undefined || id === each)
        entry.dueAt = Math.min(entry.dueAt, Math.max(this.now(), entry.startedAt + SHORTEST_MS));
    this.run();
  }

  /** Added, removed and changed connections, and entered passwords. */
  connectionsChanged(): void {
    const servers = this.servers();
    const ids = new Set(servers.map(({ id }) => id));
    for (const [id, entry] of this.entries)
      if (!ids.has(id)) {
        entry.running?.abort();
        this.entries.delete(id);
      }
    for (const server of servers) {
      const destination = destinationOf(server);
      const entry = this.entries.get(server.id);
      if (entry?.destination === destination) {
        if (entry.check?.state === 'not-checked') entry.dueAt = this.now();
        continue;
      }
      entry?.running?.abort();
      this.entries.set(server.id, newEntry(destination));
    }
    this.feed.changed();
    this.run();
  }

  close(): void {
    this.watchers = 0;
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    for (const entry of this.entries.values()) entry.running?.abort();
  }

  /** Starts what is due, and continues when the next one is. */
  private run(): void {
    clearTimeout(this.timer);
    if (this.watchers === 0) return;
    const waiting = [...this.entries].filter(([, { running }]) => running === null);
    let free = PARALLEL - (this.entries.size - waiting.length);
    const now = this.now();
    waiting.sort(([, left], [, right]) => left.dueAt - right.dueAt);
    for (const [id, entry] of waiting) {
      // The end of a running check continues here.
      if (free === 0) return;
      if (entry.dueAt > now) {
        this.timer = setTimeout(() => this.run(), entry.dueAt - now);
        return;
      }
      free--;
      void this.checkOne(id, entry);
    }
  }

  private async checkOne(id: string, entry: Entry): Promise<void> {
    const server = this.servers().find((each) => each.id === id);
    if (server === undefined) return;
    const running = new AbortController();
    entry.running = running;
    entry.startedAt = this.now();
    try {
      this.take(entry, await this.parts.check(server, running.signal));
    } catch (thrown) {
      // Aborted: the list is no longer shown, or the connection was changed.
      if (running.signal.aborted) entry.dueAt = 0;
      else this.take(entry, { state: 'unreachable', message: toPortError(thrown).message, ms: 0 });
    } finally {
      entry.running = null;
      this.run();
    }
  }

  private take(entry: Entry, result: CheckResult): void {
    const at = this.now();
    if (result.state === 'not-checked') {
      entry.failures = 0;
      entry.dueAt = at + NOT_CHECKED_MS;
      if (entry.check?.state === 'not-checked' && entry.check.reason === result.reason) return;
      entry.check = result;
    } else {
      const { ms } = result;
      entry.failures = result.state === 'reachable' ? 0 : entry.failures + 1;
      const random = (this.parts.random ?? Math.random)();
      const { failures } = entry;
      entry.dueAt = at + checkInterval({ failures, ms, servers: this.entries.size, random });
      entry.check =
        result.state === 'reachable'
          ? { ...result, at }
          : { state: 'unreachable', message: result.message, failures, at, nextAt: entry.dueAt };
    }
    this.feed.changed();
  }

  private statesSince(sent: Map<string, ConnectionCheck | null>): ConnectionState[] {
    const states: ConnectionState[] = [];
    for (const id of [...sent.keys()]) if (!this.entries.has(id)) sent.delete(id);
    for (const [id, { check }] of this.entries) {
      if (sent.get(id) === check) continue;
      sent.set(id, check);
      states.push({ id, check });
    }
    return states;
  }

  private servers(): readonly ServerConnection[] {
    return this.parts.list().flatMap((each) => (each.kind === 'server' ? [each] : []));
  }

  private now(): number {
    return (this.parts.now ?? Date.now)();
  }
}

function newEntry(destination: string): Entry {
  return { destination, check: null, failures: 0, startedAt: 0, dueAt: 0, running: null };
}

/** What a check depends on. */
function destinationOf(server: ServerConnection): string {
  const { url, certificate, authorityPath, pinnedCertificate, route } = server;
  return JSON.stringify([
    url,
    certificateKey(certificate),
    authorityPath,
    pinnedCertificate,
    routeKey(route),
  ]);
}
