/** One recording, from the wait for its start to the completed file. */
import {
  MAX_RECORDING_BYTES,
  PortError,
  toPortError,
  type RecorderRequest,
  type RunningRecording,
} from '../../../src/contract/index.ts';
import type { Log } from '../log/log-file.ts';
import { newRecordingName } from '../recordings/recording-names.ts';
import type { NewRecording, RecordingsFolder } from '../recordings/recordings-folder.ts';
import { CaptureReader } from './capture-reader.ts';
import { firstAnswers } from './first-answers.ts';
import {
  recorderEnding,
  recorderSources,
  recorderState,
  type RecorderAddon,
  type RecorderState,
  type RecorderWork,
} from './recorder-handle.ts';
import type { ServerReads } from './server-reads.ts';
import { settledWithin, sleep, sleepUntil } from '../sleep.ts';
import { SourceReader } from './source-reader.ts';

export interface RunParts {
  readonly id: string;
  readonly request: RecorderRequest;
  readonly reads: ServerReads;
  /** Name and version of the program, for the file. */
  readonly recorder: string;
  readonly addon: () => RecorderAddon;
  readonly folder: RecordingsFolder;
  readonly log: Log;
  /** At its start: whether this process makes it. Throws when too many recordings are being made. */
  readonly mayBegin: () => Promise<boolean>;
  readonly changed: () => void;
}

/** What ends a recording, for the log: reasons can quote the server. */
export type EndedBy = 'user' | 'recorder' | 'removed' | 'closed' | 'failure' | 'other-process';

export type RunResult =
  | { readonly kind: 'file'; readonly name: string; readonly by: EndedBy; readonly reason: string }
  /** `name`: the file with what was recorded until then. */
  | { readonly kind: 'failed'; readonly message: string; readonly name: string | null }
  | { readonly kind: 'given-up'; readonly by: EndedBy };

const TICK_MS = 1_000;
/** The time for sources to end, and for a capture at the end. */
const GRACE_MS = 2_000;
const SHOWN_FIRED = 20;
const MINUTE_MS = 60_000;
/** A file can become larger than its limit by what is written at a time, and must be opened again. */
const SPARE_BYTES = 16 * 1024 * 1024;

export class RecordingRun {
  private readonly parts: RunParts;
  /** Ends the wait, the first requests and the sources. */
  private readonly leaving = new AbortController();
  private readonly shown: Omit<
    RunningRecording,
    'sources' | 'failingSources' | 'rows' | 'bytes' | 'leftOut' | 'problems'
  >;
  private counts: Pick<RecorderState, 'rows' | 'bytes' | 'leftOut' | 'problems'>;
  private readers: readonly SourceReader[] = [];
  private ending: { readonly by: EndedBy; readonly reason: string } | undefined;

  constructor(parts: RunParts) {
    this.parts = parts;
    const { id, request, reads } = parts;
    const { startAt, length } = request;
    const { id: connection, name: connectionName } = reads.connection();
    const start = startAt ?? Date.now();
    this.shown = {
      ...{ id, connection, connectionName, length, startAt: start, fired: [], firedCount: 0 },
      databases: request.databases,
      state: start > Date.now() ? 'waiting' : 'starting',
      endAt: length.kind === 'next' ? start + length.minutes * MINUTE_MS : null,
    };
    this.counts = { rows: 0, bytes: 0, leftOut: 0, problems: [] };
  }

  get view(): RunningRecording {
    const of = (state: SourceReader['state']): number =>
      this.readers.filter((each) => each.state === state).length;
    const [refused, failingSources] = [of('refused'), of('failing')];
    return { ...this.shown, ...this.counts, sources: this.readers.length - refused, failingSources };
  }

  /** The first call decides. The file is completed by `run`. */
  end(by: EndedBy, reason: string): void {
    this.ending ??= { by, reason };
    this.leaving.abort();
  }

  /** Never rejects. */
  async run(): Promise<RunResult> {
    const { id, log, mayBegin } = this.parts;
    const about = { recording: id, connection: this.shown.connection };
    let name: string | null = null;
    try {
      await sleepUntil(this.shown.startAt, this.leaving.signal);
      if (this.endedBy === undefined) {
        this.moveTo('starting');
        if (!(await mayBegin())) this.end('other-process', 'Another process of Rookery has started it.');
      }
      if (this.endedBy === undefined) {
        const file = await this.makeFile();
        name = file.name;
        log.write('info', 'recording-started', { ...about, databases: this.shown.databases.length });
        const { rows, bytes } = await this.record(file).finally(file.complete);
        const { by, reason } = this.endOf();
        log.write('info', 'recording-ended', { ...about, by, rows, bytes });
        return { kind: 'file', name, by, reason };
      }
    } catch (thrown) {
      if (name !== null || this.endedBy === undefined) {
        const { code, message } = toPortError(thrown);
        log.write('warn', 'recording-failed', { ...about, code, message });
        // A request under way is cancelled when its connection is removed.
        return { kind: 'failed', message: name === null && this.isRemoved() ? REMOVED : message, name };
      }
    }
    log.write('info', 'recording-given-up', { ...about, by: this.endedBy });
    const { by } = this.endOf();
    return by === 'removed' ? { kind: 'failed', message: REMOVED, name: null } : { kind: 'given-up', by };
  }

  private async makeFile(): Promise<NewRecording<RecorderWork>> {
    const { request, reads, recorder, addon, folder } = this.parts;
    const connection = reads.connection();
    const server = connection.kind === 'server' ? addressOf(connection.url) : connection.name;
    const answers = await firstAnswers(reads, this.leaving.signal);
    const options = {
      ...{ recorder, server, answers },
      databases: [...new Set(request.databases)],
      length: request.length,
      triggers: request.triggers,
      logLevel: request.logLevel,
      requests: request.requests,
      mostPerSecond: request.mostPerSecond,
      note: request.note,
      maxBytes: Math.min(request.maxMegabytes * 1024 * 1024, MAX_RECORDING_BYTES - SPARE_BYTES),
    };
    const name = newRecordingName(connection.name, new Date());
    return folder.make(name, (path) => inWords(addon().startRecorder(path, JSON.stringify(options))));
  }

  private async record({ made: handle, name }: NewRecording<RecorderWork>) {
    const captures = new CaptureReader(this.parts.reads, handle, (thrown) => this.fail(thrown));
    let reading: Promise<void>[] = [];
    try {
      reading = this.readSources(handle);
      this.moveTo('recording');
      await this.watch(handle, captures);
    } catch (thrown) {
      this.fail(thrown);
    }
    this.moveTo('ending');
    await settledWithin(GRACE_MS, reading);
    await captures.end(this.endedBy === 'recorder' ? GRACE_MS : 0);
    const { by, reason } = this.endOf();
    let finished: string;
    try {
      finished = await handle.finish(reason);
    } catch (thrown) {
      throw incomplete(by === 'failure' ? reason : toPortError(thrown).message, name);
    }
    if (by === 'failure') throw incomplete(reason, name);
    return recorderEnding.parse(JSON.parse(finished));
  }

  private readSources(handle: RecorderWork): Promise<void>[] {
    const { reads } = this.parts;
    const { signal } = this.leaving;
    this.readers = recorderSources
      .parse(JSON.parse(handle.sources()))
      .map((source, index) => new SourceReader({ reads, handle, source, index, signal }));
    return this.readers.map((reader) =>
      reader.run().catch((thrown: unknown) => {
        if (toPortError(thrown).code === 'unknown-connection') this.end('removed', REMOVED);
        else this.fail(thrown);
      }),
    );
  }

  /** Resolves at the end. */
  private async watch(handle: RecorderWork, captures: CaptureReader): Promise<void> {
    const { signal } = this.leaving;
    while (!signal.aborted) {
      const state = recorderState.parse(JSON.parse(await handle.tick()));
      this.show(state);
      for (const capture of state.captures) captures.read(capture);
      if (state.end !== null) this.end('recorder', state.end);
      else await sleep(TICK_MS, signal);
    }
  }

  private show(state: RecorderState): void {
    const { rows, bytes, leftOut, problems, fired, remainingMs } = state;
    this.counts = { rows, bytes, leftOut, problems };
    const { shown } = this;
    const inMs = fired.map((each) => ({ ...each, time: Math.round(each.time / 1000) }));
    shown.fired = [...shown.fired, ...inMs].slice(-SHOWN_FIRED);
    shown.firedCount += fired.length;
    shown.endAt = remainingMs === null ? null : Date.now() + remainingMs;
    if (fired.length > 0) this.parts.changed();
  }

  private fail(thrown: unknown): void {
    this.end('failure', toPortError(thrown).message);
  }

  private endOf(): { readonly by: EndedBy; readonly reason: string } {
    return this.ending ?? { by: 'failure', reason: 'The recording ended.' };
  }

  private get endedBy(): EndedBy | undefined {
    return this.ending?.by;
  }

  private isRemoved(): boolean {
    try {
      this.parts.reads.connection();
      return false;
    } catch {
      return true;
    }
  }

  private moveTo(state: RunningRecording['state']): void {
    if (this.shown.state === state) return;
    this.shown.state = state;
    this.parts.changed();
  }
}

export const REMOVED = 'The connection was removed.';

function incomplete(reason: string, name: string): PortError {
  const message = `${reason.replace(/\.$/, '')}. What was recorded until then is in ${name}.`;
  return new PortError({ code: 'storage', message });
}

/** Without user name, password and query. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}

/** The addon's messages are sentences for the user. The name of a file that exists is looked at by the folder. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    if (error.code === 'exists') throw thrown;
    throw new PortError({ code: error.code === 'io' ? 'storage' : 'bad-request', message: error.message });
  }
}
