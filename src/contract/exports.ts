import './no-eval.ts';
import { z } from 'zod';

export const exportFormat = z.enum(['csv', 'ndjson', 'json']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** Each id crosses the port and is held by the host. */
export const MAX_EXPORTED_IDS = 100_000;

/** What is exported. The host builds the request: the page names neither a route nor a file. */
export const exportSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('query'),
    query: z.string().min(1),
    parameters: z.record(z.string(), z.unknown()),
    /** Fails instead of letting the server build an index; always so without full access. */
    noNewIndex: z.boolean(),
  }),
  /** Every document whose id starts with the text; all documents for an empty one. */
  z.object({ kind: z.literal('documents'), startsWith: z.string() }),
  /** Those of these documents that exist. Needs no index. */
  z.object({ kind: z.literal('ids'), ids: z.array(z.string().min(1)).min(1).max(MAX_EXPORTED_IDS) }),
]);
export type ExportSource = z.infer<typeof exportSource>;

export const exportRequest = z.object({
  /** Chosen by the page, for `exports.progress`. */
  id: z.string().min(8).max(64),
  connection: z.string(),
  database: z.string(),
  source: exportSource,
  format: exportFormat,
  /** Only read for `csv`. */
  csv: z.object({
    /**
     * Member names; `@id`, `@collection`, `@last-modified`, `@change-vector`, `@index-score` and `@distance` are read
     * from the metadata. Null: the members of the first rows; those of later rows are in a last column.
     */
    columns: z.array(z.string()).max(1000).nullable(),
    /** With all members: adds the columns `@collection` and `@last-modified`. */
    metadata: z.boolean(),
    /** Puts an apostrophe before texts that a spreadsheet would run as a formula. */
    neutralizeFormulas: z.boolean(),
  }),
  /** A suggestion, without folders; the host adds the ending. */
  fileName: z.string().max(200),
});
export type ExportRequest = z.infer<typeof exportRequest>;

export const exportResult = z.object({
  rows: z.number().int(),
  bytes: z.number().int(),
  /** The file that the user chose; null for a download of the browser. */
  file: z.string().nullable(),
});
export type ExportResult = z.infer<typeof exportResult>;

export const exportProgress = z.discriminatedUnion('kind', [
  /** The system's dialog is open. */
  z.object({ kind: z.literal('choosing') }),
  /** The page starts the download from this path of its own origin; it works once. */
  z.object({ kind: z.literal('download'), path: z.string() }),
  z.object({
    kind: z.literal('rows'),
    rows: z.number().int(),
    bytes: z.number().int(),
    /** Matches of the query regardless of `limit`, as the server counted them. */
    total: z.number().int().nullable(),
  }),
]);
export type ExportProgress = z.infer<typeof exportProgress>;
