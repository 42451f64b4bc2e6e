import './no-eval.ts';
import { z } from 'zod';
import { MAX_PIECE_BYTES } from './dumps.ts';

/** The most bytes of a file; unpacked it may have 4 GiB, and its rows may take as much. */
export const MAX_RECORDING_BYTES = 256 * 1024 * 1024;
/** The most rows of a page. */
export const MAX_RECORDING_ROWS = 500;

export const recordingId = z.object({
  /** Chosen by the page, the same in all calls of a recording. */
  id: z.string().min(8).max(64),
});

export const recordingFile = recordingId.extend({
  /** In bytes. The pieces must have this length together. */
  size: z.number().int().positive().max(MAX_RECORDING_BYTES),
});

/** Bytes in base64. */
export const recordingPiece = recordingId.extend({
  /** The place of its first byte in the file. */
  offset: z.number().int().nonnegative(),
  bytes: z.string().max(Math.ceil(MAX_PIECE_BYTES / 3) * 4),
});

/** Times are µs since 1970. */
const span = z.object({ from: z.number(), to: z.number() });

export const recordingFinding = z.object({
  rule: z.string(),
  severity: z.enum(['note', 'warning', 'critical']),
  confidence: z.enum(['possible', 'likely', 'certain']),
  /** The database, index, thread or file; empty for the server. */
  subject: z.string(),
  title: z.string(),
  evidence: z.array(z.string()),
  advice: z.string(),
  from: z.number(),
  to: z.number(),
});
export type RecordingFinding = z.infer<typeof recordingFinding>;

export const recordingOverview = z.object({
  manifest: z.object({
    recorder: z.string(),
    server: z.string(),
    serverVersion: z.string(),
    /** The server's clock minus the recorder's, in µs. */
    clockOffset: z.number(),
    databases: z.array(z.string()),
    note: z.string(),
    masked: z.boolean(),
  }),
  /** Null for a recording that was cut off. */
  ending: z
    .object({
      reason: z.string(),
      sources: z.array(
        z.object({ source: z.string(), database: z.string(), rows: z.number(), problem: z.string() }),
      ),
      /** Rows that were left out because a bound was reached. */
      leftOut: z.number(),
    })
    .nullable(),
  /** What could not be read, as sentences. */
  damage: z.array(z.string()),
  /** First and last moment, clock of the recorder. */
  span,
  /** The span with the times of a server whose clock differs. */
  extent: span,
  counts: z.array(z.object({ table: z.string(), rows: z.number() })),
  rulesRun: z.number(),
  /** The gravest first. */
  findings: z.array(recordingFinding),
});
export type RecordingOverview = z.infer<typeof recordingOverview>;

export const recordingSeries = z.object({
  id: z.string(),
  shape: z.enum(['line', 'bar']),
  unit: z.enum(['percent', 'bytes', 'perSecond', 'microseconds', 'count']),
  /** Samples with a larger distance are not connected. */
  gapUs: z.number(),
  /** One for each bucket; null without rows. */
  values: z.array(z.number().nullable()),
});
export type RecordingSeries = z.infer<typeof recordingSeries>;

export const recordingCharts = z.object({
  range: span,
  /** Equal parts of the range. */
  buckets: z.number(),
  series: z.array(recordingSeries),
});
export type RecordingCharts = z.infer<typeof recordingCharts>;

export const recordingChartsRequest = recordingId.extend({
  /** Null: everything. */
  range: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
});

/** The tables whose rows a page can read. */
export const recordingTable = z.enum([
  'requests',
  'queries',
  'batches',
  'logs',
  'notifications',
  'events',
  'stacks',
]);
export type RecordingTable = z.infer<typeof recordingTable>;

export const recordingOrder = z.enum(['oldest', 'newest', 'longest', 'shortest']);
export type RecordingOrder = z.infer<typeof recordingOrder>;

export const recordingRowsRequest = recordingId.extend({
  table: recordingTable,
  from: z.number().int(),
  to: z.number().int(),
  order: recordingOrder,
  start: z.number().int().nonnegative(),
  size: z.number().int().positive().max(MAX_RECORDING_ROWS),
});
export type RecordingRowsRequest = z.infer<typeof recordingRowsRequest>;

/** The columns have the names of the file. */
export const recordingRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type RecordingRow = z.infer<typeof recordingRow>;

/** Fewer rows than asked are answered where their texts are long. */
export const recordingRows = z.object({
  /** Rows in the time. */
  total: z.number(),
  rows: z.array(recordingRow),
});
export type RecordingRows = z.infer<typeof recordingRows>;

/** Calls of an opened recording. */
export const recordingCalls = {
  /** The next bytes of the file of a session, in order. */
  'recordings.piece': { request: recordingPiece, response: z.object({}) },
  /** Reads the file of a session, whose pieces are complete, and runs all rules. */
  'recordings.read': { request: recordingId, response: recordingOverview },
  'recordings.charts': { request: recordingChartsRequest, response: recordingCharts },
  'recordings.rows': { request: recordingRowsRequest, response: recordingRows },
} as const;
