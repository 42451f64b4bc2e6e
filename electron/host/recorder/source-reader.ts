/** Reads one source of a recording until its signal: polls, a socket or samples of it, again after failures. */
import { toPortError } from '../../../src/contract/index.ts';
import { bothSignals } from '../export/both-signals.ts';
import type { RecorderSource, RecorderWork } from './recorder-handle.ts';
import { FinalRefusal, type ServerReads } from './server-reads.ts';
import { sleep } from '../sleep.ts';

/** Between two attempts to read a source that failed. */
const RETRY_MS = 5_000;
/** The longest time for one answer. */
const ANSWER_MS = 30_000;
const SHORTEST_POLL_MS = 100;
const MAX_REASON = 500;

/** The recorder itself failed: its file cannot be written. */
export class RecorderFailure extends Error {}

/** The socket sends too much: it is read in samples. */
class TooBusy extends Error {}

export interface SourceParts {
  readonly reads: ServerReads;
  readonly handle: Pick<RecorderWork, 'add' | 'opened' | 'sampleEnded' | 'lost' | 'refused'>;
  readonly source: RecorderSource;
  /** Its place among the sources of the recorder. */
  readonly index: number;
  readonly signal: AbortSignal;
}

export class SourceReader {
  private readonly parts: SourceParts;
  /** What became of the last attempt to read it. */
  state: 'read' | 'failing' | 'refused' = 'read';
  private address: string | undefined;
  private kind: RecorderSource['kind'];

  constructor(parts: SourceParts) {
    this.parts = parts;
    this.kind = parts.source.kind;
  }

  /** Rejects with a `RecorderFailure`, and when the connection was removed. */
  async run(): Promise<void> {
    const { handle, index, signal } = this.parts;
    while (!signal.aborted) {
      try {
        this.mustBeSameAddress();
        await (this.kind === 'poll' ? this.poll() : this.kind === 'socket' ? this.listen() : this.sample());
      } catch (thrown) {
        if (thrown instanceof TooBusy) {
          this.kind = 'sampled';
          continue;
        }
        if (thrown instanceof RecorderFailure) throw thrown;
        const { code, message } = toPortError(thrown);
        if (code === 'unknown-connection') throw thrown;
        const reason = message.slice(0, MAX_REASON);
        this.state = thrown instanceof FinalRefusal ? 'refused' : 'failing';
        if (thrown instanceof FinalRefusal) {
          await this.pass(() => handle.refused(index, reason));
          return;
        }
        await this.pass(() => handle.lost(index, reason));
        await sleep(RETRY_MS, signal);
      }
    }
  }

  private async listen(
    signal: AbortSignal = this.parts.signal,
    opened: () => void = () => undefined,
  ): Promise<void> {
    const { reads, source, handle, index } = this.parts;
    await reads.listen(source.path, signal, {
      opened: async () => {
        opened();
        this.state = 'read';
        await this.pass(() => handle.opened(index));
      },
      take: (text) => this.add(text, 0),
    });
    // The end of a connection whose address was changed.
    this.mustBeSameAddress();
    throw new Error('The server ended the connection.');
  }

  /** Opens the socket for a while, once in a period. */
  private async sample(): Promise<void> {
    const { source, signal, handle, index } = this.parts;
    const startedAt = performance.now();
    const over = new AbortController();
    const either = bothSignals(signal, over.signal);
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.listen(either.signal, () => {
        timer = setTimeout(() => over.abort(), source.openMs);
      });
    } catch (thrown) {
      if (!over.signal.aborted || thrown instanceof RecorderFailure) throw thrown;
    } finally {
      clearTimeout(timer);
      either.leave();
    }
    this.mustBeSameAddress();
    await this.pass(() => handle.sampleEnded(index));
    await sleep(source.everyMs - (performance.now() - startedAt), signal);
  }

  /** The next request follows the answer. */
  private async poll(): Promise<void> {
    const { reads, source, signal } = this.parts;
    const everyMs = Math.max(SHORTEST_POLL_MS, source.everyMs);
    while (!signal.aborted) {
      const sentAt = performance.now();
      const { text, tookUs } = await reads.poll(source.path, ANSWER_MS, signal);
      await this.add(text, tookUs);
      await sleep(everyMs - (performance.now() - sentAt), signal);
      this.mustBeSameAddress();
    }
  }

  private async add(text: string, tookUs: number): Promise<void> {
    this.state = 'read';
    const { handle, index } = this.parts;
    const isReadOn = await this.pass(() => handle.add(index, text, tookUs));
    if (isReadOn === false && this.kind === 'socket') throw new TooBusy();
  }

  /** Nothing is passed to a recorder that ends. */
  private async pass<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.parts.signal.aborted) return undefined;
    try {
      return await work();
    } catch (thrown) {
      throw new RecorderFailure(toPortError(thrown).message);
    }
  }

  /** Another address can be another server, so the recording has the moment of the change. */
  private mustBeSameAddress(): void {
    const connection = this.parts.reads.connection();
    const address = connection.kind === 'server' ? connection.url : '';
    const before = this.address;
    this.address = address;
    if (before !== undefined && before !== address)
      throw new Error('The address of the connection was changed.');
  }
}
