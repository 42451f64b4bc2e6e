/** The recording of a screen and its live feeds. Independent of React: feeds continue while the screen renders. */
import type { Port } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { watchIoMetrics, watchServerIoMetrics } from '../../protocol/io-metrics.ts';
import { pause } from '../../protocol/pause.ts';
import type { DecodeProgress, Decoder } from './decode/decoder.ts';
import { IoRecording, type RecordedSource } from './io-recording.ts';

/** The source of a live feed; without a database it is the server's system storage. */
export interface LiveTarget {
  readonly connectionId: string;
  readonly database: string | null;
  readonly name: string;
}

export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'lost'; readonly error: unknown };

interface Feed {
  readonly source: RecordedSource;
  readonly target: LiveTarget;
  state: LiveState;
  abort: AbortController | undefined;
}

const RETRY_MS = [1000, 2000, 5000, 10_000];

export class IoModel {
  readonly recording = new IoRecording();
  paused = false;
  private readonly port: Port;
  private readonly makeDecoder: () => Decoder;
  private decoder: Decoder | undefined;
  private readonly feeds = new Map<number, Feed>();
  private readonly listeners = new Set<() => void>();
  private version = 0;

  constructor(port: Port, makeDecoder: () => Decoder) {
    this.port = port;
    this.makeDecoder = makeDecoder;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getVersion = (): number => this.version;

  stateOf(source: number): LiveState | undefined {
    return this.feeds.get(source)?.state;
  }

  hasLive(target: LiveTarget): boolean {
    return [...this.feeds.values()].some(({ source }) => source.key === keyOf(target));
  }

  follow(target: LiveTarget): void {
    if (this.hasLive(target)) return;
    const source = this.recording.addSource(keyOf(target), target.name, 'live');
    const feed: Feed = { source, target, state: { kind: 'connecting' }, abort: undefined };
    this.feeds.set(source.id, feed);
    if (this.paused) feed.state = { kind: 'paused' };
    else this.start(feed);
    this.changed();
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    for (const feed of this.feeds.values()) {
      feed.abort?.abort();
      if (paused) feed.state = { kind: 'paused' };
      else this.start(feed);
    }
    this.changed();
  }

  /** Adds a file as a source. Nothing is added unless the whole file is valid. */
  async openFile(
    file: File,
    options: { signal: AbortSignal; onProgress: (progress: DecodeProgress) => void },
  ): Promise<RecordedSource> {
    const decoded = await this.worker().file(file, options);
    const again = this.recording.sources.filter(({ key }) => key.startsWith(`file:${file.name}`)).length;
    const name = again === 0 ? file.name : `${file.name} (${again + 1})`;
    const source = this.recording.addSource(`file:${name}`, name, 'file');
    this.recording.add(source, decoded);
    this.changed();
    return source;
  }

  remove(source: number): void {
    this.feeds.get(source)?.abort?.abort();
    this.feeds.delete(source);
    this.recording.removeSource(source);
    this.changed();
  }

  shift(source: number, ms: number): void {
    this.recording.shiftSource(source, ms);
    this.changed();
  }

  /** Stops the feeds and keeps the recording. `resume` restarts them. */
  suspend(): void {
    for (const feed of this.feeds.values()) feed.abort?.abort();
    this.decoder?.close();
    this.decoder = undefined;
  }

  resume(): void {
    if (this.paused) return;
    for (const feed of this.feeds.values()) if (feed.abort?.signal.aborted !== false) this.start(feed);
  }

  private start(feed: Feed): void {
    feed.abort?.abort();
    const abort = new AbortController();
    feed.abort = abort;
    feed.state = { kind: 'connecting' };
    void this.run(feed, abort.signal);
  }

  /** Reconnects with increasing delays; a repeated snapshot adds no duplicates. */
  private async run(feed: Feed, signal: AbortSignal): Promise<void> {
    const server = new ServerClient(this.port, feed.target.connectionId);
    const { database } = feed.target;
    let failures = 0;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      try {
        const items =
          database === null
            ? watchServerIoMetrics(server, signal)
            : watchIoMetrics(server.database(database), signal);
        for await (const item of items) {
          failures = 0;
          if (item.kind === 'text') {
            const decoded = await this.worker().text(item.text);
            if (isOver()) return;
            this.recording.add(feed.source, decoded);
          }
          if (feed.state.kind !== 'live' || item.kind === 'text') {
            feed.state = { kind: 'live' };
            this.changed();
          }
        }
        throw new Error('The server closed the live feed.');
      } catch (error) {
        if (isOver()) return;
        feed.state = { kind: 'lost', error };
        this.changed();
        await pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 10_000, signal);
      }
    }
  }

  private worker(): Decoder {
    this.decoder ??= this.makeDecoder();
    return this.decoder;
  }

  private changed(): void {
    this.version++;
    for (const listener of this.listeners) listener();
  }
}

/** The start of the keys of all live sources of one connection. */
export const liveKeyStart = (connectionId: string): string => `live:${connectionId}/`;
const keyOf = ({ connectionId, database }: LiveTarget): string =>
  `${liveKeyStart(connectionId)}${database ?? ''}`;
