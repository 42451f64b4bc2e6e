import './no-eval.ts';
import { z } from 'zod';
import { applicationPortCalls } from './application-port.ts';
import { confirmationMethod } from './confirmations.ts';
import { diskCheckReport, diskCheckRequest } from './disk-checks.ts';
import { recorderCalls } from './recorder.ts';
import { recordingCalls } from './recordings.ts';
import { updateState } from './updates.ts';
import { connectionCalls } from './connection-calls.ts';
import { httpRequest, httpResponse } from './http-request.ts';
import { storedTextCalls } from './stored-text-calls.ts';
import { transferCalls } from './transfer-calls.ts';
import { nothing } from './nothing.ts';

/** Any JSON: view state belongs to the UI; the host stores it without reading it. */
const viewState = z.unknown();

/** A sample of documents for `compression.measure`. */
export const MAX_MEASURED_DOCUMENTS = 512;
export const MAX_MEASURED_CHARACTERS = 4 * 1024 * 1024;

/** All calls of the port. The key is the wire name. A call has one response; streams.ts has those with many. */
export const calls = {
  'app.info': {
    request: nothing,
    response: z.object({
      name: z.literal('Rookery'),
      version: z.string(),
      /** Whether the UI runs in an Electron window or in a browser. */
      surface: z.enum(['electron', 'serve', 'memory']),
      platform: z.string(),
      /** Whether the host can show the system's file dialog; otherwise paths are typed. */
      canChooseFiles: z.boolean(),
      confirmations: confirmationMethod,
      dataFolder: z.string(),
      /** Notices from start-up (a corrupt settings file was set aside, …). */
      notices: z.array(z.object({ code: z.string(), message: z.string(), detail: z.string().optional() })),
      /** For benches: start time of the process, epoch ms. */
      startedAt: z.number(),
    }),
  },
  'http.request': { request: httpRequest, response: httpResponse },
  /** The code from the terminal. Wrong codes are counted; the last attempt discards the question. */
  'confirmations.answer': {
    request: z.object({ id: z.string(), code: z.string().max(32) }),
    response: z.object({ accepted: z.boolean(), attemptsLeft: z.number().int() }),
  },
  /** Discards the question: the waiting call fails with `not-confirmed`. */
  'confirmations.cancel': { request: z.object({ id: z.string() }), response: nothing },
  /** Sends a text frame on a socket opened by the `socket` stream. */
  'socket.send': { request: z.object({ socket: z.string(), text: z.string() }), response: nothing },
  'workspace.load': { request: nothing, response: z.object({ state: viewState.nullable() }) },
  'workspace.save': { request: z.object({ state: viewState }), response: nothing },
  'settings.load': {
    request: nothing,
    response: z.object({ theme: z.enum(['system', 'light', 'dark']) }),
  },
  'settings.save': { request: z.object({ theme: z.enum(['system', 'light', 'dark']) }), response: nothing },
  /** Whether a newer release is known. Sends nothing. */
  'updates.load': { request: nothing, response: updateState },
  /** Turns the daily check on or off. */
  'updates.setEnabled': { request: z.object({ enabled: z.boolean() }), response: updateState },
  /** Asks the release feed once, now. */
  'updates.check': { request: nothing, response: updateState },
  /**
   * Measures a disk of this computer. Cancelling ends it and removes its files; `diskChecks.progress` reports until then. A
   * folder that the user did not choose in the system's dialog waits for a confirmation.
   */
  'diskChecks.run': { request: diskCheckRequest, response: z.object({ report: diskCheckReport }) },
  /** Compresses a sample of one collection in the host; nothing is read or stored. */
  'compression.measure': {
    request: z.object({
      documents: z
        .array(z.string())
        .min(1)
        .max(MAX_MEASURED_DOCUMENTS)
        .refine((texts) => texts.reduce((sum, text) => sum + text.length, 0) <= MAX_MEASURED_CHARACTERS),
    }),
    response: z.object({
      /** The documents that were compressed; the others filled the dictionary. */
      measured: z.number().int(),
      /** Sizes of the measured documents. */
      plainBytes: z.number(),
      packedBytes: z.number(),
      /** Zero: a sample too small for a dictionary. */
      dictionaryBytes: z.number(),
      /** Time of zstd for one byte on this computer; null without zstd in this runtime, and for a small sample. */
      nanosecondsPerByte: z.number().nullable(),
    }),
  },
  'files.choose': {
    /** With `folder` a folder is chosen instead of a file. */
    request: z.object({
      title: z.string(),
      extensions: z.array(z.string()).optional(),
      folder: z.literal(true).optional(),
    }),
    response: z.object({ path: z.string().nullable() }),
  },
  ...applicationPortCalls,
  ...connectionCalls,
  ...transferCalls,
  ...storedTextCalls,
  ...recorderCalls,
  ...recordingCalls,
} as const satisfies Record<string, { request: z.ZodType; response: z.ZodType }>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallRequest<N extends CallName> = z.input<Calls[N]['request']>;
export type CallResponse<N extends CallName> = z.output<Calls[N]['response']>;
