/** The recordings that this host makes, and those that failed. */
import { randomUUID } from 'node:crypto';
import {
  PortError,
  type FailedRecording,
  type RecorderRequest,
  type RunningRecording,
} from '../../../src/contract/index.ts';
import { ChangeFeed } from '../change-feed.ts';
import type { Log } from '../log/log-file.ts';
import type { RecordingsFolder } from '../recordings/recordings-folder.ts';
import type { RecorderAddon } from './recorder-handle.ts';
import { RecordingRun, REMOVED } from './recording-run.ts';
import { ServerReads, type ReadParts } from './server-reads.ts';

export interface RecorderParts extends Omit<ReadParts, 'connection'> {
  readonly folder: RecordingsFolder;
  readonly addon: () => RecorderAddon;
  readonly version: string;
  readonly log: Log;
}

const MAX_RECORDING = 4;
const MAX_WAITING = 20;
const MAX_FAILED = 10;
/** Between two looks at what is being recorded. */
const SHOWN_MS = 1_000;

export class Recorder {
  /** What `running` and `failed` answer has changed; once a second while something is recorded. */
  readonly changes = new ChangeFeed();
  private readonly parts: RecorderParts;
  private readonly runs = new Map<string, { readonly run: RecordingRun; readonly done: Promise<void> }>();
  private failures: FailedRecording[] = [];
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(parts: RecorderParts) {
    this.parts = parts;
  }

  start(request: RecorderRequest): string {
    if (this.closed) throw new PortError({ code: 'closed', message: 'Rookery is closing.' });
    const { store, transports, folder, addon, version, log } = this.parts;
    const id = randomUUID();
    const run = new RecordingRun({
      ...{ id, request, folder, addon, log },
      reads: new ServerReads({ store, transports, connection: request.connection }),
      recorder: `Rookery ${version}`,
      mayBegin: () => this.mustHaveRoom(MAX_RECORDING, (each) => each.state !== 'waiting' && each.id !== id),
      changed: () => this.changed(),
    });
    if (run.view.state !== 'waiting') this.mustHaveRoom(MAX_RECORDING, ({ state }) => state !== 'waiting');
    else this.mustHaveRoom(MAX_WAITING, ({ state }) => state === 'waiting');
    const done = run.run().then((problem) => {
      this.runs.delete(id);
      const { connectionName } = run.view;
      if (problem !== undefined)
        this.failures = [
          { id, connectionName, time: Date.now(), message: problem },
          ...this.failures.slice(0, MAX_FAILED - 1),
        ];
      this.changed();
    });
    this.runs.set(id, { run, done });
    this.changed();
    return id;
  }

  /** Resolves when the file is complete. */
  async stop(id: string): Promise<void> {
    const found = this.runs.get(id);
    if (!found) throw new PortError({ code: 'bad-request', message: 'This recording has ended already.' });
    found.run.end('user', 'It was stopped.');
    await found.done;
  }

  dismiss(id: string): void {
    this.failures = this.failures.filter((each) => each.id !== id);
    this.changed();
  }

  get running(): RunningRecording[] {
    return [...this.runs.values()].map(({ run }) => run.view);
  }

  /** The newest first. */
  get failed(): readonly FailedRecording[] {
    return this.failures;
  }

  /** Ends recordings whose connection was removed. */
  connectionsChanged(): void {
    const ids = new Set(this.parts.store.list().map(({ id }) => id));
    for (const { run } of this.runs.values()) if (!ids.has(run.view.connection)) run.end('removed', REMOVED);
  }

  /** Completes all files. */
  async close(): Promise<void> {
    this.closed = true;
    const runs = [...this.runs.values()];
    for (const { run } of runs) run.end('closed', 'Rookery was closed.');
    await Promise.all(runs.map(({ done }) => done));
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
