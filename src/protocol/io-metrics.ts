/**
 * I/O statistics of a database or of the server, live: a full snapshot first, then about every three seconds what is new. A frame may
 * hold a hundred thousand events, so it is handed on as text; the same text is what RavenDB's Studio exports as a file.
 */
import type { DatabaseClient, ServerClient } from './client.ts';
import { liveTextFeed, type LiveText } from './live.ts';

export function watchIoMetrics(db: DatabaseClient, signal: AbortSignal): AsyncGenerator<LiveText> {
  return liveTextFeed(db.server, db.path('/debug/io-metrics/live'), signal);
}

/** The server's own storage instead of a database's. */
export function watchServerIoMetrics(server: ServerClient, signal: AbortSignal): AsyncGenerator<LiveText> {
  return liveTextFeed(server, '/admin/debug/io-metrics/live', signal);
}
