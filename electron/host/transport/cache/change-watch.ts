/**
 * When documents changed, as the change feeds of one connection report it. Time is counted in steps, not in milliseconds:
 * two events never have the same.
 */
import { z } from 'zod';

/** RavenDB sends something every 5 s. */
const SILENCE_MS = 12_000;
/** Beyond this, all documents count as changed. */
const MAX_CHANGED = 10_000;
const MAX_WATCHED = 256;

const subscription = z.looseObject({
  CommandId: z.number(),
  Command: z.string(),
  Param: z.string().nullish(),
});
const frame = z.looseObject({
  Type: z.string().nullish(),
  CommandId: z.number().nullish(),
  TopologyChange: z.boolean().optional(),
  Value: z.looseObject({ Id: z.string().nullish() }).nullish(),
});

/** One open feed of a database. */
export interface WatchedFeed {
  sent(text: string): void;
  received(text: string): void;
  ended(): void;
}

interface Feed {
  readonly database: string;
  /** Requested, not confirmed yet; by the number of the command. */
  readonly pending: Map<number, string>;
  /** The step of the confirmation, by document; an empty text means all documents. */
  readonly confirmed: Map<string, number>;
  readonly stalled: () => boolean;
  heardAt: number;
}

interface Changes {
  /** The last change of anything that is not in `ids`. */
  floor: number;
  last: number;
  readonly ids: Map<string, number>;
}

const ALL = '';

export class ChangeWatch {
  private readonly feeds = new Set<Feed>();
  private readonly changes = new Map<string, Changes>();
  private readonly now: () => number;
  private floor = 0;
  private step = 0;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** The step of a request that is sent now. */
  next(): number {
    return ++this.step;
  }

  /** `stalled`: items have arrived that were not read from the network yet. */
  open(database: string, stalled: () => boolean): WatchedFeed {
    const feed: Feed = {
      database: database.toLowerCase(),
      pending: new Map(),
      confirmed: new Map(),
      stalled,
      heardAt: this.now(),
    };
    this.feeds.add(feed);
    return {
      sent: (text) => this.sent(feed, text),
      received: (text) => this.received(feed, text),
      ended: () => void this.feeds.delete(feed),
    };
  }

  /** Anything of the database, or of all databases, may have changed. */
  changed(database?: string): void {
    const step = this.next();
    if (database === undefined) this.floor = step;
    else {
      const changes = this.changesOf(database.toLowerCase());
      changes.floor = step;
      changes.last = step;
      changes.ids.clear();
    }
  }

  /** Whether an answer that was requested at `step` is still what the server would answer. */
  isCurrent(database: string, covers: readonly string[] | 'list' | 'none', step: number): boolean {
    if (covers === 'none' || step <= this.floor) return false;
    const changes = this.changes.get(database);
    if (changes !== undefined && step <= changes.floor) return false;
    if (covers === 'list') return step > (changes?.last ?? 0) && this.isWatched(database, ALL, step);
    return covers.every((id) => step > (changes?.ids.get(id) ?? 0) && this.isWatched(database, id, step));
  }

  private isWatched(database: string, id: string, step: number): boolean {
    const since = this.now() - SILENCE_MS;
    for (const feed of this.feeds) {
      if (feed.database !== database || feed.heardAt < since || feed.stalled()) continue;
      const confirmed = feed.confirmed.get(ALL) ?? feed.confirmed.get(id);
      if (confirmed !== undefined && confirmed < step) return true;
    }
    return false;
  }

  private sent(feed: Feed, text: string): void {
    const command = subscription.safeParse(parsed(text)).data;
    // A command that is not understood, such as `unwatch-docs`, may end a subscription.
    if (command === undefined || command.Command.toLowerCase().startsWith('unwatch')) {
      feed.confirmed.clear();
      feed.pending.clear();
    } else if (feed.pending.size < MAX_WATCHED) {
      if (command.Command === 'watch-docs') feed.pending.set(command.CommandId, ALL);
      else if (command.Command === 'watch-doc' && command.Param)
        feed.pending.set(command.CommandId, command.Param.toLowerCase());
    }
  }

  private received(feed: Feed, text: string): void {
    feed.heardAt = this.now();
    if (text.trim() === '') return;
    const value = parsed(text);
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const read = frame.safeParse(each).data;
      const type = read?.Type ?? '';
      if (type === 'Confirm') this.confirmedBy(feed, read?.CommandId ?? -1);
      else if (type === 'DocumentChange') this.documentChanged(feed.database, read?.Value?.Id);
      // The greeting of the server, and changes of indexes, counters and the like, change no document.
      else if (type === 'Error' || (type === '' && read?.TopologyChange === undefined))
        this.changed(feed.database);
    }
  }

  private confirmedBy(feed: Feed, command: number): void {
    const watched = feed.pending.get(command);
    if (watched === undefined || feed.confirmed.size >= MAX_WATCHED) return;
    feed.pending.delete(command);
    feed.confirmed.set(watched, this.next());
  }

  private documentChanged(database: string, id: string | null | undefined): void {
    const changes = this.changesOf(database);
    if (!id || (changes.ids.size >= MAX_CHANGED && !changes.ids.has(id.toLowerCase())))
      this.changed(database);
    else {
      changes.last = this.next();
      changes.ids.set(id.toLowerCase(), changes.last);
    }
  }

  private changesOf(database: string): Changes {
    const known = this.changes.get(database);
    if (known !== undefined) return known;
    const made: Changes = { floor: this.floor, last: this.floor, ids: new Map() };
    this.changes.set(database, made);
    return made;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
