/** Recordings that this computer makes and keeps. */
import './no-eval.ts';
import { z } from 'zod';
import { recordingFile, recordingId } from './recordings.ts';
import { nothing } from './nothing.ts';

/** The most databases of a recording. */
export const MAX_RECORDED_DATABASES = 20;
/** Minutes of a week. */
const MAX_MINUTES = 10_080;
const MAX_TRIGGERS = 12;
/** Characters of a note, also of one at a moment. */
export const MAX_RECORDING_NOTE = 2000;

const milliseconds = z.number().int().positive().max(86_400_000);
const minutes = z.number().positive().max(MAX_MINUTES);

/** What marks the moment, captures all stacks and, with `last`, ends the recording. */
export const recordingTrigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['slow-write', 'slow-request', 'slow-query', 'stall']), ms: milliseconds }),
  z.object({ kind: z.literal('cpu'), percent: z.number().min(1).max(100) }),
  /** A regular expression, in lines of the log of at least `logLevel`. */
  z.object({ kind: z.literal('log'), pattern: z.string().min(1).max(500) }),
]);
export type RecordingTrigger = z.infer<typeof recordingTrigger>;

export const recordingLength = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('next'), minutes }),
  /** The last minutes before a trigger or a stop, and a while after a trigger. */
  z.object({ kind: z.literal('last'), minutes, secondsAfter: z.number().int().min(0).max(3600) }),
]);
export type RecordingLength = z.infer<typeof recordingLength>;

/** From the lowest; `Off` records no log. */
export const recordingLogLevel = z.enum(['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal', 'Off']);
export type RecordingLogLevel = z.infer<typeof recordingLogLevel>;

/**
 * Which requests are recorded: the server describes each of them to whoever watches, which costs it processor time. `sampled` are
 * those of 2.5 s in every 20 s.
 */
export const recordedRequests = z.enum(['all', 'sampled', 'none']);
export type RecordedRequests = z.infer<typeof recordedRequests>;

export const recorderRequest = z.object({
  connection: z.string(),
  /** Empty: the server alone. Reading the statistics of a database loads it. */
  databases: z.array(z.string().min(1).max(230)).max(MAX_RECORDED_DATABASES),
  length: recordingLength,
  triggers: z.array(recordingTrigger).max(MAX_TRIGGERS),
  logLevel: recordingLogLevel,
  requests: recordedRequests,
  /** What sends more messages for some seconds is read in samples from then on. */
  mostPerSecond: z.number().int().min(1).max(1_000_000),
  note: z.string().max(MAX_RECORDING_NOTE),
  /** The limit of the file, and of the memory with `last`. A file is a little larger than its limit, and must open: 256 MB. */
  maxMegabytes: z.number().int().min(1).max(240),
  /** ms since 1970; null: now. The recorder waits until then. */
  startAt: z.number().int().nullable(),
});
export type RecorderRequest = z.infer<typeof recorderRequest>;

/** A recording that is being made. Times are ms since 1970. */
export const runningRecording = z.object({
  id: z.string(),
  connection: z.string(),
  connectionName: z.string(),
  databases: z.array(z.string()),
  length: recordingLength,
  /** `waiting` for its start, `starting` while the first answers arrive, `ending` while the file is completed. */
  state: z.enum(['waiting', 'starting', 'recording', 'ending']),
  startAt: z.number(),
  /** When it ends, if nothing ends it before; null: not known yet, or only a trigger or a person ends it. */
  endAt: z.number().nullable(),
  rows: z.number(),
  bytes: z.number(),
  /** Rows that were left out because a bound was reached. */
  leftOut: z.number(),
  /** Triggers that fired: the last ones, and how many there were. */
  fired: z.array(z.object({ time: z.number(), name: z.string(), text: z.string() })),
  firedCount: z.number(),
  /** Sources that are read until the end; those that the server refused are not. */
  sources: z.number().int(),
  /** Those of them that give no answers at the moment, and are tried again. */
  failingSources: z.number().int(),
  /** Sources that are not recorded, or not all the time, with the reason. */
  problems: z.array(z.object({ source: z.string(), database: z.string(), problem: z.string() })),
});
export type RunningRecording = z.infer<typeof runningRecording>;

/** The name of a file in the folder of recordings, without folders. */
export const storedRecordingName = z.string().regex(/^[^/\\\0]{1,200}\.rookery$/);

/** An opened file: sent by the page in pieces, or read from the folder. */
export const recordingSession = z.union([recordingFile, recordingId.extend({ stored: storedRecordingName })]);

export const storedRecording = z.object({
  name: storedRecordingName,
  bytes: z.number(),
  /** ms since 1970. */
  modified: z.number(),
  /** Null for a file that cannot be read; `problem` says why. */
  about: z
    .object({
      server: z.string(),
      serverVersion: z.string(),
      databases: z.array(z.string()),
      note: z.string(),
      masked: z.boolean(),
      /** µs since 1970. */
      started: z.number(),
    })
    .nullable(),
  problem: z.string().nullable(),
});
export type StoredRecording = z.infer<typeof storedRecording>;

/** A recording that could not be started, or ended without a complete file. */
export const failedRecording = z.object({
  id: z.string(),
  connectionName: z.string(),
  /** ms since 1970. */
  time: z.number(),
  message: z.string(),
  /** The file with what was recorded until then; null: there is none. */
  name: storedRecordingName.nullable(),
});
export type FailedRecording = z.infer<typeof failedRecording>;

/** A recording whose file is complete. */
export const endedRecording = z.object({
  id: z.string(),
  connectionName: z.string(),
  /** ms since 1970. */
  time: z.number(),
  name: storedRecordingName,
  /** What ended it, as a sentence. */
  reason: z.string(),
  /** A person stopped it. */
  stopped: z.boolean(),
});
export type EndedRecording = z.infer<typeof endedRecording>;

/** A planned recording that was not made: its start passed while the host was not running. */
export const missedRecording = z.object({
  id: z.string(),
  connectionName: z.string(),
  databases: z.array(z.string()),
  /** ms since 1970. */
  startAt: z.number(),
  reason: z.string(),
});
export type MissedRecording = z.infer<typeof missedRecording>;

export const recordingsList = z.object({
  running: z.array(runningRecording),
  /** The newest first. */
  stored: z.array(storedRecording),
  /** Since the host started, the newest first; the last ten. */
  failed: z.array(failedRecording),
  /** Since the host started, the newest first; the last twenty. */
  ended: z.array(endedRecording),
  /** Kept over restarts until they are dismissed. The oldest first. */
  missed: z.array(missedRecording),
});
export type RecordingsList = z.infer<typeof recordingsList>;

/** A changed copy of an open recording, as a new file in the folder. */
export const recordingEdit = recordingId.extend({
  /** µs since 1970; null: all. */
  range: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
  /** Replaces names, ids and texts. */
  mask: z.boolean(),
  /** Null: the note stays. */
  note: z.string().max(MAX_RECORDING_NOTE).nullable(),
  /** Notes at moments, µs since 1970. */
  annotations: z
    .array(z.object({ time: z.number().int(), text: z.string().min(1).max(MAX_RECORDING_NOTE) }))
    .max(100),
});
export type RecordingEdit = z.infer<typeof recordingEdit>;

/** The parts that are exported in other formats. */
export const recordingPart = z.discriminatedUnion('format', [
  /** RavenDB's I/O metrics of a database; empty: of the server's storage. */
  z.object({ format: z.literal('io'), database: z.string() }),
  z.object({ format: z.literal('speedscope') }),
  /** A table by the name of the file. */
  z.object({ format: z.literal('csv'), table: z.string().max(40) }),
]);
export type RecordingPart = z.infer<typeof recordingPart>;

/** `id` names the progress (`exports.progress`) as well. */
const saving = { progress: z.string().min(8).max(64) };
const saved = z.object({ bytes: z.number(), file: z.string().nullable() });

const comparedSide = z.object({
  server: z.string(),
  version: z.string(),
  /** µs since 1970. */
  started: z.number(),
  seconds: z.number(),
});

export const recordingComparison = z.object({
  a: comparedSide,
  b: comparedSide,
  metrics: z.array(
    z.object({
      /** Empty for the server. */
      database: z.string(),
      name: z.string(),
      unit: z.enum(['microseconds', 'perSecond', 'percent', 'bytes']),
      a: z.number().nullable(),
      b: z.number().nullable(),
      /** b / a. */
      ratio: z.number().nullable(),
    }),
  ),
  /** Names of rules that found something in one of them only. */
  onlyInA: z.array(z.string()),
  onlyInB: z.array(z.string()),
});
export type RecordingComparison = z.infer<typeof recordingComparison>;

/** Calls of the recorder and of the folder of recordings. */
export const recorderCalls = {
  /** Starts, or plans, a recording; a plan is kept over restarts of the host. What fails later is in the list. */
  'recordings.start': { request: recorderRequest, response: z.object({ id: z.string() }) },
  /** Ends a recording and completes its file; one that waits or starts is given up, and one that failed is in the list: null. */
  'recordings.stop': {
    request: z.object({ id: z.string() }),
    response: z.object({ name: storedRecordingName.nullable() }),
  },
  /** Deletes a file of the folder. */
  'recordings.remove': { request: z.object({ name: storedRecordingName }), response: nothing },
  /** Removes a failed, ended or missed recording from the list; its file stays. */
  'recordings.dismiss': { request: z.object({ id: z.string() }), response: nothing },
  /** Copies a file of the folder to a place that the user chooses. */
  'recordings.save': { request: z.object({ name: storedRecordingName, ...saving }), response: saved },
  /** Writes a changed copy of an open recording into the folder. */
  'recordings.edit': { request: recordingEdit, response: z.object({ name: storedRecordingName }) },
  /** Writes a part of an open recording in another format to a place that the user chooses. */
  'recordings.export': {
    request: recordingId.extend({ part: recordingPart, ...saving }),
    response: saved,
  },
  /** Compares two open recordings. */
  'recordings.compare': {
    request: recordingId.extend({ other: recordingId.shape.id }),
    response: recordingComparison,
  },
} as const;
