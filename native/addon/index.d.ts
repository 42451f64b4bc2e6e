// Written by hand; a test compares it with what the loaded module exports.

/** The version of the engine this module carries. */
export declare function version(): string;

/** Parses a query without running it. Null for a correct one. Needs no open engine. */
export declare function checkQuery(text: string): QueryRefusal | null;

export interface QueryRefusal {
  /** `line:column` and a sentence on the first line. */
  message: string;
  /** The text is RQL, but the sandbox does not answer it. */
  unsupported: boolean;
}

/**
 * Measures the disk of a folder; needs no open engine. `optionsJson` is a {@link DiskCheckOptions} as JSON text. Progress is
 * JSON of `rookery-diskcheck`'s `Progress`: at each completed step and a few times a second.
 */
export declare function checkDisk(
  optionsJson: string,
  onProgress: (progressJson: string) => void,
): PendingDiskCheck;

export interface DiskCheckOptions {
  /** An existing folder. */
  folder: string;
  seconds: number;
  /** The most disk space. */
  bytes: number;
  /** The most threads that write at the same time. */
  threads: number;
}

/** A disk check that is running. */
export interface PendingDiskCheck {
  /**
   * The report as JSON. Rejects with a stable `code` (`cancelled`, `not-a-folder`, `not-writable`, `too-little-space`, …) and a
   * sentence; the files of the check are removed by then.
   */
  readonly report: Promise<string>;
  /** Ends the check. Does nothing when called again or after the end. */
  readonly abort: () => void;
}

/**
 * A recording of which nothing was received yet; needs no open engine. Throws when four are open in this process.
 */
export declare function openRecording(): RecordingHandle;

/** A recording in memory. Its answers are JSON of `rookery-recording`'s `overview`. */
export declare class RecordingHandle {
  private constructor();
  /** The next bytes of the file. Throws beyond 256 MB, and after {@link read}. */
  add(piece: Buffer): void;
  /**
   * Reads the received file, once, and runs all rules: an `Overview`. Rejects with a stable `code` (`not-a-recording`,
   * `newer`, `damaged`, `too-large`, `closed`) and a sentence; the handle is closed then.
   */
  read(): Promise<string>;
  /** `Charts` of a time in µs since 1970; of everything without one. */
  charts(from: number | null, to: number | null): Promise<string>;
  /** `{total, rows}` for a {@link RowsRequest} as JSON text. Rejects with `bad-options` for an unknown table. */
  rows(requestJson: string): Promise<string>;
  /**
   * Writes a changed copy as a new file, readable by this user only. Rejects with `exists`, `refused` (a range outside of the
   * recording) or `io`; no file is left then.
   */
  edit(editJson: string, path: string): Promise<void>;
  /** Writes a part in another format ({@link RecordingPart}) as a new file, like {@link edit}. */
  exportPart(partJson: string, path: string): Promise<void>;
  /** A `Comparison` with another recording, which is the second. */
  compare(other: RecordingHandle): Promise<string>;
  /** Frees the memory. Does nothing when called again. */
  close(): void;
}

export interface RecordingEdit {
  /** µs since 1970; null: all. */
  range: { from: number; to: number } | null;
  mask: boolean;
  /** Null: the note stays. */
  note: string | null;
  annotations: { time: number; text: string }[];
}

export type RecordingPart =
  { format: 'io'; database: string } | { format: 'speedscope' } | { format: 'csv'; table: string };

/**
 * `{manifest}` of a file as JSON, without reading its rows. Rejects like {@link RecordingHandle.read}.
 */
export declare function describeRecording(path: string): Promise<string>;

/**
 * Makes the file (a new one, readable by this user only) and a recorder that writes it. The caller sends the answers of the
 * server. `optionsJson` is a {@link RecorderOptions}. Rejects with `bad-options`, `exists` or `io` and a sentence.
 */
export declare function startRecorder(path: string, optionsJson: string): Promise<RecorderHandle>;

export interface RecorderOptions {
  /** Name and version of the program. */
  recorder: string;
  /** Address of the server, without user name and password. */
  server: string;
  databases: string[];
  /** Answers of the server as texts; null where it gave none. */
  answers: {
    /** `/build/version` */
    version: string | null;
    /** `/admin/configuration/settings` */
    settings: string | null;
    /** `/admin/debug/memory/stats`, and when it was sent and received, µs since 1970. */
    clock: { text: string; sent: number; received: number } | null;
  };
  length: { kind: 'next'; minutes: number } | { kind: 'last'; minutes: number; secondsAfter: number };
  triggers: (
    | { kind: 'slow-write' | 'slow-request' | 'slow-query' | 'stall'; ms: number }
    | { kind: 'cpu'; percent: number }
    | { kind: 'log'; pattern: string }
  )[];
  logLevel: 'Trace' | 'Debug' | 'Info' | 'Warn' | 'Error' | 'Fatal' | 'Off';
  /** Requests: `sampled` are those of some seconds. */
  requests: 'all' | 'sampled' | 'none';
  /** Most messages per second of a socket; what sends more for 5 s is read in samples from then on. */
  mostPerSecond: number;
  note: string;
  maxBytes: number;
}

/** A recorder. Its work is done on a thread of its own; a promise resolves when it is done. */
export declare class RecorderHandle {
  private constructor();
  /** What the caller reads from the server, as JSON: {@link RecorderSource}s. */
  sources(): string;
  /**
   * An answer of a request, with how long it took, or a message of a socket (0). Resolves to false when the socket sends too much:
   * it must be closed and read as a `sampled` one.
   */
  add(source: number, text: string, tookUs: number): Promise<boolean>;
  /** The socket of a source is open. */
  opened(source: number): Promise<void>;
  /** The socket of a sampled source is closed until the next sample. */
  sampleEnded(source: number): Promise<void>;
  /** A source failed and is read again after a while. */
  lost(source: number, reason: string): Promise<void>;
  /** A source cannot be read, and is not read again. */
  refused(source: number, reason: string): Promise<void>;
  /** The answer to a requested capture of stacks; `text` is null where it failed. */
  capture(number: number, trigger: string, text: string | null, reason: string): Promise<void>;
  /** To be called once a second: writes what is due and answers a {@link RecorderState} as JSON. Rejects with `io`. */
  tick(): Promise<string>;
  /** Completes the file: `{rows, bytes}` as JSON. Nothing can be added afterwards. */
  finish(reason: string): Promise<string>;
}

export interface RecorderSource {
  /** Path and query. */
  path: string;
  /** `socket`: a WebSocket that stays open; `sampled`: one that is open for `openMs` in every `everyMs`; `poll`: a GET every `everyMs`. */
  kind: 'socket' | 'sampled' | 'poll';
  everyMs: number;
  /** Of `sampled`, and of a socket that becomes one. */
  openMs: number;
}

export interface RecorderState {
  rows: number;
  bytes: number;
  leftOut: number;
  /** Triggers since the last call; times are µs since 1970. */
  fired: { time: number; name: string; text: string }[];
  /** Captures to request now: GET `path`, then {@link RecorderHandle.capture}. */
  captures: { number: number; path: string; trigger: string }[];
  problems: { source: string; database: string; problem: string }[];
  /** Until it ends by itself; null: only a trigger or the caller ends it. */
  remainingMs: number | null;
  /** Why it must end now; null: it continues. */
  end: string | null;
}

export interface RowsRequest {
  table: string;
  /** First and last moment, µs since 1970. */
  from: number;
  to: number;
  /** Default `oldest`. `longest` and `shortest` are by duration. */
  order?: 'oldest' | 'newest' | 'longest' | 'shortest';
  start: number;
  /** At most 500; fewer rows are answered when their texts are long. */
  size: number;
}

/**
 * Opens a data folder. `optionsJson` is an {@link OpenOptions} as JSON text.
 * Rejects with an error that has a stable `code` (`locked`, `bad-options`, `io`, …) and a sentence as `message`.
 */
export declare function openEngine(optionsJson: string): Promise<EngineHandle>;

export interface OpenOptions {
  /** Folder of the databases; made when it does not exist. */
  dataDir: string;
  /** The stack capture program, for `/admin/debug/threads/stack-trace`. */
  stackcapPath?: string | null;
  /** Answer `/rookery/processes`: other processes of this user and their stacks. Default false. */
  otherProcesses?: boolean;
  /** The address named in topologies; nothing listens there. Default `http://127.0.0.1`. */
  publicUrl?: string | null;
}

/** An open engine. */
export declare class EngineHandle {
  private constructor();
  /**
   * Carries one request through the API.
   * `headersJson` is a JSON object of texts (or lists of texts), `''` for none. HTTP errors are answers, not
   * rejections; rejects with code `closed` after {@link close}, `bad-request` when it cannot be sent at all and
   * `aborted` when it was aborted and the engine did not stop its work within a second.
   */
  request(method: string, path: string, headersJson: string, body: Buffer | null): PendingRequest;
  /**
   * As {@link request}, but the answer is read piece by piece: a slow reader slows the engine, and memory is bounded.
   * Throws when the engine is closed or the request cannot be sent at all.
   */
  requestStream(method: string, path: string, headersJson: string, body: Buffer | null): StreamHandle;
  /**
   * As {@link request}, but the body is written piece by piece: a slow engine slows the writer, and memory is bounded.
   * Throws when the engine is closed or the request cannot be sent at all.
   */
  requestUpload(method: string, path: string, headersJson: string): UploadHandle;
  /**
   * Opens a live feed (the path of a WebSocket route). Throws only when the engine is closed; everything else is
   * told to `onMessage`, the last call of which has kind `close`.
   */
  openSocket(path: string, onMessage: (kind: SocketEvent, text: string) => void): SocketHandle;
  /**
   * Opens the API on 127.0.0.1 for applications, and a port for the workers of subscriptions: an {@link ApplicationPort} as JSON
   * text. Port 0 is any free one; a port that is open already stays as it is. Rejects with code `port-in-use` or
   * `port-refused`, and a sentence.
   */
  openPort(port: number): Promise<string>;
  /** The open port, an {@link ApplicationPort} as JSON text; null when none is open. */
  portState(): Promise<string | null>;
  /** Closes the port; running requests have five seconds. Does nothing when none is open. */
  closePort(): Promise<void>;
  /** Closes the port, stops serving and frees the data folder. Calling it again waits for the first call. */
  close(): Promise<void>;
}

/** The sandbox on a port. */
export interface ApplicationPort {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Of the workers of subscriptions. */
  tcpPort: number;
  /** Connections that are open now, on both. */
  connections: number;
}

/** A request under way. */
export interface PendingRequest {
  /** Settles in any case, also after {@link abort}: the answer says what was done until then. */
  readonly answer: Promise<Answer>;
  /** Cancels the work in the engine. Does nothing when called again or after the end. */
  readonly abort: () => void;
}

/** An answer that is read while it is written. Its calls are answered one after another. */
export declare class StreamHandle {
  private constructor();
  /** Status and headers, with an empty body. To be called once, before {@link next}. */
  head(): Promise<Answer>;
  /** The next piece; null after the last one. Rejects with code `answer-cut` when the answer broke off. */
  next(): Promise<Buffer | null>;
  /** Cancels the work in the engine and discards the rest. Does nothing when called again or after the end. */
  abort(): void;
}

/** A request whose body is written while the engine reads it. */
export declare class UploadHandle {
  private constructor();
  /** Resolves when there is room for another piece; to false when the engine reads no more, as it has answered. */
  write(piece: Buffer): Promise<boolean>;
  /** The body is complete. To be called after the last {@link write} resolved; without it, the body is cut off. */
  end(): void;
  /** To be called once. Settles in any case, also after {@link abort}: the answer says what was done until then. */
  answer(): Promise<Answer>;
  /** Cancels the work in the engine. Does nothing when called again or after the end. */
  abort(): void;
}

/** `text` is the frame for `text`, the error object as JSON for `error`, and empty otherwise. */
export type SocketEvent = 'open' | 'text' | 'error' | 'close';

/** A live feed. */
export declare class SocketHandle {
  private constructor();
  /** False when the feed has ended or does not keep up. */
  send(text: string): boolean;
  /** Ends the feed. Calling it again does nothing. */
  close(): void;
}

export interface Answer {
  status: number;
  /** A JSON object of lower-case names to texts. */
  headersJson: string;
  body: Buffer;
}
