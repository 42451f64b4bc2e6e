/** The recordings that this host makes, and those that failed. */
import { randomUUID } from 'node:crypto';
import {
  PortError,
  toPortError,
  type EndedRecording,
  type FailedRecording,
  type MissedRecording,
  type RecorderRequest,
  type RunningRecording,
} from '../../../src/contract/index.ts';
import { ChangeFeed } from '../change-feed.ts';
import type { Log } from '../log/log-file.ts';
import type { RecordingsFolder } from '../recordings/recordings-folder.ts';
import type { RecorderAddon } from './recorder-handle.ts';
import type { PlannedRecordings } from './planned-recordings.ts';
import { RecordingRun, REMOVED, type RunResult } from './recording-run.ts';
import { ServerReads, type ReadParts } from './server-reads.ts';

export interface RecorderParts extends Omit<ReadParts, 'connection'> {
  readonly folder: RecordingsFolder;
  readonly plans: PlannedRecordings;
  readonly addon: () => RecorderAddon;
  readonly version: string;
  readonly log: Log;
}

const MAX_RECORDING = 4;
const MAX_WAITING = 20;
const MAX_FAILED = 10;
const MAX_ENDED = 20;
const NOT_RUNNING = 'Rookery was not running at its start.';
/** Between two looks at what is being recorded. */
const SHOWN_MS = 1_000;

export interface RecordingCounts {
  readonly recording: number;
  readonly planned: number;
}

export class Recorder {
  /** What `running` and `failed` answer has changed; once a second while something is recorded. */
  readonly changes = new ChangeFeed();
  private readonly parts: RecorderParts;
  private readonly runs = new Map<
    string,
    { readonly run: RecordingRun; readonly done: Promise<RunResult> }
  >();
  private failures: FailedRecording[] = [];
  private endings: EndedRecording[] = [];
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(parts: RecorderParts) {
    this.parts = parts;
  }

  /** Continues with what was planned before the host started. */
  async resume(): Promise<void> {
    const { plans } = this.parts;
    const missed = new Map<string, string>();
    for (const { id, request } of plans.waiting) {
      if (request.startAt <= Date.now()) missed.set(id, NOT_RUNNING);
      else
        try {
          this.begin(this.newRun(id, request));
        } catch (thrown) {
          missed.set(id, toPortError(thrown).code === 'unknown-connection' ? REMOVED : messageOf(thrown));
        }
    }
    if (missed.size === 0) return;
    this.parts.log.write('warn', 'recordings-missed', { recordings: missed.size });
    await plans.miss(missed).catch((thrown: unknown) => this.notStored(thrown));
    this.changed();
  }

  /** A planned one is stored before this resolves. */
  async start(request: RecorderRequest): Promise<string> {
    if (this.closed) throw new PortError({ code: 'closed', message: 'Rookery is closing.' });
    const id = randomUUID();
    const run = this.newRun(id, request);
    const { state, connectionName } = run.view;
    if (state !== 'waiting') this.mustHaveRoom(MAX_RECORDING, (each) => each.state !== 'waiting');
    else this.mustHaveRoom(MAX_WAITING, (each) => each.state === 'waiting');
    this.begin(run);
    if (state !== 'waiting' || request.startAt === null) return id;
    try {
      await this.parts.plans.add(id, connectionName, { ...request, startAt: request.startAt });
    } catch (thrown) {
      run.end('failure', messageOf(thrown));
      throw thrown;
    }
    return id;
  }

  /** Resolves when the file is complete, with its name; with null where there is none, or the list has a failure. */
  async stop(id: string): Promise<string | null> {
    const ended = this.endings.find((each) => each.id === id);
    if (ended) return ended.name;
    const found = this.runs.get(id);
    if (!found) throw new PortError({ code: 'bad-request', message: 'This recording has ended already.' });
    // A plan that cannot be removed from the file would start again.
    if (found.run.view.state === 'waiting') await this.parts.plans.remove(id);
    found.run.end('user', 'It was stopped.');
    const result = await found.done;
    return result.kind === 'file' ? result.name : null;
  }

  /** Removes it from the failed, ended and missed ones. */
  async dismiss(id: string): Promise<void> {
    this.failures = this.failures.filter((each) => each.id !== id);
    this.endings = this.endings.filter((each) => each.id !== id);
    if (this.missed.some((each) => each.id === id)) await this.parts.plans.remove(id);
    this.changed();
  }

  get running(): RunningRecording[] {
    return [...this.runs.values()].map(({ run }) => run.view);
  }

  get counts(): RecordingCounts {
    const planned = this.running.filter(({ state }) => state === 'waiting').length;
    return { recording: this.runs.size - planned, planned };
  }

  /** The newest first. */
  get failed(): readonly FailedRecording[] {
    return this.failures;
  }

  /** With a complete file, the newest first. */
  get ended(): readonly EndedRecording[] {
    return this.endings;
  }

  get missed(): readonly MissedRecording[] {
    return this.parts.plans.missed;
  }

  /** Ends recordings whose connection was removed. */
  connectionsChanged(): void {
    const ids = new Set(this.parts.store.list().map(({ id }) => id));
    for (const { run } of this.runs.values()) if (!ids.has(run.view.connection)) run.end('removed', REMOVED);
  }

  /** Completes all files. Planned recordings stay planned. */
  async close(): Promise<void> {
    this.closed = true;
    const runs = [...this.runs.values()];
    for (const { run } of runs) run.end('closed', 'Rookery was closed.');
    await Promise.all(runs.map(({ done }) => done));
  }

  private newRun(id: string, request: RecorderRequest): RecordingRun {
    const { store, transports, folder, addon, version, log } = this.parts;
    return new RecordingRun({
      ...{ id, request, folder, addon, log },
      reads: new ServerReads({ store, transports, connection: request.connection }),
      recorder: `Rookery ${version}`,
      mayBegin: async () => {
        const isOurs = request.startAt === null || (await this.parts.plans.claim(id));
        this.forgetPlan(id);
        if (isOurs) this.mustHaveRoom(MAX_RECORDING, (each) => each.state !== 'waiting' && each.id !== id);
        return isOurs;
      },
      changed: () => this.changed(),
    });
  }

  private begin(run: RecordingRun): void {
    const { id } = run.view;
    const done = run.run().then((result) => {
      this.runs.delete(id);
      this.keep(run.view, result);
      this.changed();
      return result;
    });
    this.runs.set(id, { run, done });
    this.changed();
  }

  private keep({ id, connectionName }: RunningRecording, result: RunResult): void {
    const time = Date.now();
    // Closing the host gives up a plan until its next start.
    if (result.kind !== 'given-up' || result.by !== 'closed') this.forgetPlan(id);
    if (result.kind === 'failed') {
      const { message, name } = result;
      const failure = { id, connectionName, time, message, name };
      this.failures = [failure, ...this.failures.slice(0, MAX_FAILED - 1)];
    } else if (result.kind === 'file') {
      const { name, reason, by } = result;
      const ending = { id, connectionName, time, name, reason, stopped: by === 'user' };
      this.endings = [ending, ...this.endings.slice(0, MAX_ENDED - 1)];
    }
  }

  private forgetPlan(id: string): void {
    this.parts.plans.remove(id).catch((thrown: unknown) => this.notStored(thrown));
  }

  /** The next start of the host then lists a plan that is over as missed. */
  private notStored(thrown: unknown): void {
    this.parts.log.write('warn', 'planned-recordings-not-stored', { message: messageOf(thrown) });
  }

  private mustHaveRoom(limit: number, counts: (recording: RunningRecording) => boolean): void {
    if (this.running.filter(counts).length < limit) return;
    throw new PortError({
      code: 'bad-request',
      message:
        limit === MAX_RECORDING
          ? `${MAX_RECORDING} recordings are being made. Stop one first.`
          : `${MAX_WAITING} recordings wait for their start. Give one up first.`,
    });
  }

  private changed(): void {
    this.changes.changed();
    const isRecording = this.running.some(({ state }) => state !== 'waiting');
    if (!isRecording) clearInterval(this.timer);
    if (isRecording === (this.timer !== undefined)) return;
    this.timer = isRecording ? setInterval(() => this.changes.changed(), SHOWN_MS) : undefined;
  }
}

const messageOf = (thrown: unknown): string => toPortError(thrown).message;
