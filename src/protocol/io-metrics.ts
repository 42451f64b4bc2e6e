/** I/O statistics of a database or of the server: the snapshot, the live feed, and the same JSON in files. */
import { z } from 'zod';
import type { DatabaseClient, ServerClient } from './client.ts';
import { liveFeed, type LiveItem } from './live.ts';

const size = z.number().nonnegative();

/** One write, flush, sync or compression. Compression names its sizes differently; unknown types are kept as text. */
export const ioItem = z.looseObject({
  Type: z.string(),
  Start: z.string(),
  Duration: z.number(),
  Size: size.optional(),
  FileSize: size.optional(),
  OriginalSize: size.optional(),
  CompressedSize: size.optional(),
  Acceleration: z.number().optional(),
});
export type IoItem = z.infer<typeof ioItem>;

/** Many items folded into one when the server's ring overflowed. */
export const ioSummary = z.looseObject({
  Type: z.string(),
  Start: z.string(),
  End: z.string(),
  Size: size.optional(),
  FileSize: size.optional(),
  Duration: z.number(),
  ActiveDuration: z.number().optional(),
  MaxDuration: z.number().optional(),
  MinDuration: z.number().optional(),
  CompressedSize: size.optional(),
});
export type IoSummary = z.infer<typeof ioSummary>;

const ioFile = z.looseObject({
  File: z.string(),
  Status: z.string().optional(),
  Recent: z.array(ioItem).nullish(),
  History: z.array(ioSummary).nullish(),
});

const ioEnvironment = z.looseObject({ Path: z.string(), Type: z.string(), Files: z.array(ioFile) });

/** The wire shape of a snapshot, of a live frame, and of the files that RavenDB's Studio exports. */
export const ioMetrics = z.looseObject({ Environments: z.array(ioEnvironment) });
export type IoMetrics = z.infer<typeof ioMetrics>;

export function getIoMetrics(db: DatabaseClient, signal?: AbortSignal): Promise<IoMetrics> {
  return db.read(ioMetrics, 'GET', '/debug/io-metrics', { signal });
}

/** Full snapshot first, then what is new about every three seconds. */
export function watchIoMetrics(db: DatabaseClient, signal: AbortSignal): AsyncGenerator<LiveItem<IoMetrics>> {
  return liveFeed(db.server, db.path('/debug/io-metrics/live'), ioMetrics, signal);
}

/** The server's own storage instead of a database's. */
export function watchServerIoMetrics(
  server: ServerClient,
  signal: AbortSignal,
): AsyncGenerator<LiveItem<IoMetrics>> {
  return liveFeed(server, '/admin/debug/io-metrics/live', ioMetrics, signal);
}
