/** Notifications of a server or a database: alerts, performance hints, and operations. */
import { z } from 'zod';
import type { DatabaseClient, ServerClient } from './client.ts';
import { liveFeed } from './live.ts';
import { readOperation } from './operation-list.ts';
import { parseServerDate } from './server-date.ts';

const text = z.string().nullish().catch(null);
const frame = z.looseObject({
  Id: z.string(),
  Type: z.string(),
  CreatedAt: text,
  Title: text,
  Message: text,
  Severity: text,
  Database: text,
  Reason: text,
  Source: text,
  Details: z.unknown().optional(),
  NotificationId: text,
  OperationId: z.number().nullish().catch(null),
  TaskType: text,
});

export type Severity = 'error' | 'warning' | 'success' | 'info';

export interface Notification {
  /** Unique in its scope: the server, or one database. */
  readonly id: string;
  readonly kind: 'alert' | 'hint' | 'operation';
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  /** Null: of the server. */
  readonly database: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The server's word for what it is about: `SlowIO`, `Paging` … */
  readonly reason: string;
  /** As the server sent it. */
  readonly details: unknown;
}

/** `removed`: somebody dismissed or postponed it. */
export type NotificationChange =
  | { readonly kind: 'open' }
  | { readonly kind: 'shown'; readonly notification: Notification }
  | { readonly kind: 'removed'; readonly id: string };

const kinds: Readonly<Record<string, Notification['kind']>> = {
  AlertRaised: 'alert',
  PerformanceHint: 'hint',
  OperationChanged: 'operation',
};

const severities: Readonly<Record<string, Severity>> = {
  Error: 'error',
  Warning: 'warning',
  Success: 'success',
};

/** Undefined for what is no notification (statistics, changes of the topology) or cannot be read. */
export function readNotification(raw: unknown): NotificationChange | undefined {
  const read = frame.safeParse(raw).data;
  if (!read) return undefined;
  if (read.Type === 'NotificationUpdated') {
    const id = read.NotificationId;
    return id ? { kind: 'removed', id } : undefined;
  }
  const kind = kinds[read.Type];
  if (kind === undefined) return undefined;
  const database = read.Database === '*' ? null : (read.Database ?? null);
  const operation =
    kind === 'operation'
      ? readOperation(database ?? '', {
          ...(raw as object),
          Id: read.OperationId ?? 0,
          Description: { ...(raw as object), Description: read.Message },
        })
      : undefined;
  return {
    kind: 'shown',
    notification: {
      id: read.Id,
      kind,
      severity:
        operation?.status === 'failed' ? 'error' : (severities[read.Severity ?? ''] ?? ('info' as const)),
      title: read.Title ?? read.Reason ?? read.Type,
      message: operation ? operationText(operation) : (read.Message ?? ''),
      database,
      at: parseServerDate(read.CreatedAt ?? ''),
      reason: read.Reason ?? read.Source ?? read.TaskType ?? '',
      details: kind === 'operation' ? raw : (read.Details ?? null),
    },
  };
}

function operationText(operation: NonNullable<ReturnType<typeof readOperation>>): string {
  const { status, done, total, message, description } = operation;
  const progress = done === null ? '' : total ? ` ${done} of ${total}` : ` ${done}`;
  const state = {
    running: `Running${progress}`,
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  };
  const word = status === 'unknown' ? 'State unknown' : state[status];
  return [word, message ?? description].filter((part) => part !== '').join(': ');
}

/** Of the server for null. Watching a database loads it. Stored notifications come first. */
export async function* watchNotifications(
  server: ServerClient,
  database: string | null,
  signal: AbortSignal,
): AsyncGenerator<NotificationChange> {
  const feed =
    database === null
      ? liveFeed(server, '/server/notification-center/watch', z.unknown(), signal)
      : watchDatabase(server.database(database), signal);
  for await (const item of feed) {
    if (item.kind === 'open') yield { kind: 'open' };
    if (item.kind !== 'message') continue;
    const change = readNotification(item.value);
    if (change) yield change;
  }
}

function watchDatabase(db: DatabaseClient, signal: AbortSignal) {
  return liveFeed(db.server, db.path('/notification-center/watch'), z.unknown(), signal);
}

/** It stays away until it is raised again. */
export async function dismissNotification(
  server: ServerClient,
  database: string | null,
  id: string,
): Promise<void> {
  const query = { id };
  if (database === null) await server.send('POST', '/server/notification-center/dismiss', { query });
  else await server.database(database).send('POST', '/notification-center/dismiss', { query });
}

/** It comes back after this time. */
export async function postponeNotification(
  server: ServerClient,
  database: string | null,
  id: string,
  seconds: number,
): Promise<void> {
  const query = { id, timeInSec: seconds };
  if (database === null) await server.send('POST', '/server/notification-center/postpone', { query });
  else await server.database(database).send('POST', '/notification-center/postpone', { query });
}
