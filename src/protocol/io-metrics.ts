/**
 * Live I/O statistics of a database or of the server: a full snapshot first, then the changes about every three
 * seconds. A frame can hold a hundred thousand events, so it is passed on as text; RavenDB Studio exports the same
 * text as a file.
 */
import type { DatabaseClient, ServerClient } from './client.ts';
import { liveTextFeed, type LiveText } from './live.ts';

export function watchIoMetrics(db: DatabaseClient, signal: AbortSignal): AsyncGenerator<LiveText> {
  return liveTextFeed(db.server, db.path('/debug/io-metrics/live'), signal);
}

/** The server's system storage instead of a database. */
export function watchServerIoMetrics(server: ServerClient, signal: AbortSignal): AsyncGenerator<LiveText> {
  return liveTextFeed(server, '/admin/debug/io-metrics/live', signal);
}
