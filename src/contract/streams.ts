import './no-eval.ts';
import { z } from 'zod';
import { confirmationQuestion } from './confirmations.ts';
import { connectionState } from './connection-states.ts';
import { copyId, copyItem, copyProgress } from './copies.ts';
import { diskCheckProgress } from './disk-checks.ts';
import { dumpProgress } from './dumps.ts';
import { exportProgress } from './exports.ts';
import { recordingSession, recordingsList } from './recorder.ts';

/** All streams: opened with parameters; items follow until either side ends it. */
export const streams = {
  /**
   * A WebSocket of the connected server (or of the engine, in process). The first item is `open` with the name of
   * the socket for `socket.send`; empty heartbeats are reported as `heartbeat` instead of text, so that the UI can
   * show a live state.
   */
  socket: {
    params: z.object({ connection: z.string(), path: z.string().startsWith('/') }),
    item: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('open'), socket: z.string() }),
      z.object({ kind: z.literal('text'), text: z.string() }),
      z.object({ kind: z.literal('heartbeat') }),
    ]),
  },
  /** The connection list, again on every change. */
  'connections.watch': {
    params: z.object({}),
    item: z.object({ changed: z.literal(true) }),
  },
  /**
   * The states of all servers, then those that changed. The host checks servers only while this is open: a few at a time,
   * more rarely the more there are, and those that fail after growing pauses.
   */
  'connections.states': {
    params: z.object({}),
    item: z.object({ states: z.array(connectionState) }),
  },
  /** The pending question of this window, or null: immediately, and on every change. */
  'confirmations.watch': {
    params: z.object({}),
    item: z.object({ question: confirmationQuestion.nullable() }),
  },
  /** The progress of the export with this id, opened before `exports.run`; ends with the export. */
  'exports.progress': {
    params: z.object({ id: z.string().min(8).max(64) }),
    item: exportProgress,
  },
  /** The progress of the copy with this id, opened before its call; ends with it. */
  'copies.progress': { params: copyId, item: copyProgress },
  /** All rejected documents of a copy, in parts, also after its end. */
  'copies.rejections': { params: copyId, item: z.object({ items: z.array(copyItem) }) },
  /** The progress of the disk check with this id, opened before its call; ends with it. */
  'diskChecks.progress': {
    params: z.object({ id: z.string().min(8).max(64) }),
    item: diskCheckProgress,
  },
  /** The progress of the dump with this id, opened before its call; ends with it. */
  'dumps.progress': {
    params: z.object({ id: z.string().min(8).max(64) }),
    item: dumpProgress,
  },
  /**
   * A recording in the memory of the host, while this is open: after `ready` its file is sent with `recordings.piece`. The
   * end of the stream, also with the window, frees it.
   */
  'recordings.session': {
    params: recordingSession,
    item: z.object({ kind: z.literal('ready') }),
  },
  /** Recordings that are made and kept: immediately, on every change, and once a second while one is made. */
  'recordings.watch': { params: z.object({}), item: recordingsList },
} as const satisfies Record<string, { params: z.ZodType; item: z.ZodType }>;

export type Streams = typeof streams;
export type StreamName = keyof Streams;
export type StreamParams<N extends StreamName> = z.input<Streams[N]['params']>;
export type StreamItem<N extends StreamName> = z.output<Streams[N]['item']>;
