/** The current notifications of the server and of one database, and the screens that explain them. Pure. */
import { z } from 'zod';
import type { Notification, NotificationChange, Severity } from '../../../protocol/notifications.ts';
import { parseServerDate } from '../../../protocol/server-date.ts';

export interface Listed extends Notification {
  /** Unique over both feeds. */
  readonly key: string;
  /** The database whose feed sent it; null: the server's. It is dismissed there. */
  readonly feed: string | null;
}

export type Notifications = ReadonlyMap<string, Listed>;
export const noNotifications: Notifications = new Map();

/** A newer version replaces the same notification; a dismissed or postponed one is removed. */
export function withChange(
  known: Notifications,
  feed: string | null,
  change: NotificationChange,
): Notifications {
  if (change.kind === 'open') return known;
  const id = change.kind === 'shown' ? change.notification.id : change.id;
  const key = JSON.stringify([feed, id]);
  const next = new Map(known);
  if (change.kind === 'shown') next.set(key, { ...change.notification, key, feed });
  else next.delete(key);
  return next;
}

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2, success: 2 };

/** Errors first, then warnings; the newest first within each. */
export function ordered(known: Notifications): readonly Listed[] {
  return [...known.values()].sort(
    (a, b) => rank[a.severity] - rank[b.severity] || (b.at || 0) - (a.at || 0) || a.key.localeCompare(b.key),
  );
}

export interface Explaining {
  readonly screen: string;
  readonly label: string;
  /** The moment that the screen shows first. */
  readonly params: Readonly<Record<string, string>>;
}

const explaining: readonly (readonly [pattern: RegExp, screen: string, label: string])[] = [
  [/SlowIO|SlowWrite|WritesSpeed|RequestLatency|LowDiskSpace/i, 'io', 'Open the I/O timeline'],
  [/Index|Map|Reduce|Lucene|Corax/i, 'indexes', 'Open the indexes'],
  [/HugeDocument|Conflict|Revision/i, 'documents', 'Open the documents'],
  [/Paging|Quer/i, 'query', 'Open the query screen'],
  [/Thread|Cpu/i, 'threads', 'Open the threads'],
];

/** The screen with the data behind a notification; undefined when none shows it. */
export function explainedBy({
  id,
  reason,
  kind,
  at,
  details,
}: Pick<Notification, 'id' | 'reason' | 'kind' | 'at' | 'details'>): Explaining | undefined {
  if (kind === 'operation') return undefined;
  const found = explaining.find(([pattern]) => pattern.test(reason) || pattern.test(id));
  if (!found) return undefined;
  const [, screen, label] = found;
  const moment = screen === 'io' ? (lastSlowWrite(details) ?? at) : NaN;
  return { screen, label, params: Number.isNaN(moment) ? {} : { at: String(moment) } };
}

const slowWrites = z.object({ Writes: z.record(z.string(), z.object({ Date: z.string() })) });

/** When the newest write of a hint about slow I/O happened. The hint itself is created up to a minute later. */
function lastSlowWrite(details: unknown): number | undefined {
  const writes = slowWrites.safeParse(details).data?.Writes ?? {};
  const times = Object.values(writes).map(({ Date: date }) => parseServerDate(date));
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? undefined : Math.max(...known);
}
