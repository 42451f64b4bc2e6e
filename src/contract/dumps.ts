import './no-eval.ts';
import { z } from 'zod';

/** The kinds of items of a dump that a user can choose. Names of RavenDB's `OperateOnTypes`. */
export const dumpItem = z.enum([
  'Documents',
  'RevisionDocuments',
  'Attachments',
  'CounterGroups',
  'TimeSeries',
  'CompareExchange',
  'Identities',
  'Indexes',
  'Subscriptions',
  'Conflicts',
  'DatabaseRecord',
]);
export type DumpItem = z.infer<typeof dumpItem>;

const items = z.array(dumpItem).min(1).max(dumpItem.options.length);
const script = z.string().max(256_000);

/** The options of an export. The host builds the request: the page names neither a route nor a file. */
export const dumpExportOptions = z.object({
  items,
  /** Empty: all collections. */
  collections: z.array(z.string().max(1000)).max(10_000),
  includeExpired: z.boolean(),
  includeArtificial: z.boolean(),
  includeArchived: z.boolean(),
  compression: z.enum(['Zstd', 'Gzip']),
  /** JavaScript for each document; empty for none. */
  transformScript: script,
});
export type DumpExportOptions = z.infer<typeof dumpExportOptions>;

export const dumpImportOptions = z.object({
  items,
  includeExpired: z.boolean(),
  includeArtificial: z.boolean(),
  includeArchived: z.boolean(),
  /** Drops the analyzers of index fields. */
  removeAnalyzers: z.boolean(),
  /** Imported documents create no revisions. */
  skipRevisionCreation: z.boolean(),
  transformScript: script,
});
export type DumpImportOptions = z.infer<typeof dumpImportOptions>;

const target = z.object({
  /** Chosen by the page, for `dumps.progress` and `dumps.piece`. */
  id: z.string().min(8).max(64),
  connection: z.string(),
  database: z.string(),
});

export const dumpExportRequest = target.extend({
  options: dumpExportOptions,
  /** A suggestion, without folders; the host adds the ending. */
  fileName: z.string().max(200),
});
export type DumpExportRequest = z.infer<typeof dumpExportRequest>;

export const dumpExportResult = z.object({
  bytes: z.number().int(),
  /** The file that the user chose; null for a download of the browser. */
  file: z.string().nullable(),
  /** The server's `SmugglerResult`; null when it sent none. */
  result: z.unknown(),
});
export type DumpExportResult = z.infer<typeof dumpExportResult>;

export const dumpImportRequest = target.extend({
  options: dumpImportOptions,
  /** The name of the file: shown in a confirmation, and sent to the server. */
  fileName: z.string().max(255),
  /** In bytes. The pieces must have this length together. */
  size: z.number().int().nonnegative(),
});
export type DumpImportRequest = z.infer<typeof dumpImportRequest>;

/** An import of a document file, whose documents the page writes itself. */
export const documentsImportRequest = z.object({
  connection: z.string(),
  database: z.string(),
  fileName: z.string().max(255),
  size: z.number().int().nonnegative(),
  /** What happens with documents whose ids are taken. */
  existing: z.enum(['overwrite', 'skip', 'stop']),
});
export type DocumentsImportRequest = z.infer<typeof documentsImportRequest>;

/** How an import ended. Items that were imported before a failure or a cancellation stay. */
export const dumpImportOutcome = z.object({
  kind: z.enum(['completed', 'failed', 'cancelled']),
  /** Why it failed or what was cancelled; empty when it is complete. */
  message: z.string(),
  detail: z.string(),
  /** The server's `SmugglerResult`; null when it sent none. */
  result: z.unknown(),
});
export type DumpImportOutcome = z.infer<typeof dumpImportOutcome>;

/** The bytes of one piece, in base64. */
export const MAX_PIECE_BYTES = 1024 * 1024;
export const dumpPiece = z.object({
  id: z.string().min(8).max(64),
  /** The place of its first byte in the file. */
  offset: z.number().int().nonnegative(),
  bytes: z.string().max(Math.ceil(MAX_PIECE_BYTES / 3) * 4),
});

export const dumpProgress = z.discriminatedUnion('kind', [
  /** The system's dialog is open. */
  z.object({ kind: z.literal('choosing') }),
  /** The page starts the download from this path of its own origin; it works once. */
  z.object({ kind: z.literal('download'), path: z.string() }),
  /** The host waits for `dumps.piece`. */
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('running'),
    /** Bytes written to the file, or sent to the server. */
    bytes: z.number().int(),
    /** The `Progress` of the server's operation; null before its first report. */
    progress: z.unknown(),
  }),
]);
export type DumpProgress = z.infer<typeof dumpProgress>;
