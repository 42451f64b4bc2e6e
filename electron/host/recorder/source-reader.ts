/** Reads one source of a recording until its signal: polls or a socket, again after failures. */
import { toPortError } from '../../../src/contract/index.ts';
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

/** The recorder takes no more of this source, and has noted why. */
class SourceStopped extends Error {}

export interface SourceParts {
  readonly reads: ServerReads;
  readonly handle: Pick<RecorderWork, 'add' | 'lost' | 'refused'>;
  readonly source: RecorderSource;
  /** Its place among the sources of the recorder. */
  readonly index: number;
  readonly signal: AbortSignal;
}

export class SourceReader {
  private readonly parts: SourceParts;
  private address: string | undefined;

  constructor(parts: SourceParts) {
    this.parts = parts;
  }

  /** Rejects with a `RecorderFailure`, and when the connection was removed. */
  async run(): Promise<void> {
    const { handle, source, index, signal } = this.parts;
    while (!signal.aborted) {
      try {
        this.mustBeSameAddress();
        await (source.kind === 'socket' ? this.listen() : this.poll());
      } catch (thrown) {
        if (thrown instanceof SourceStopped) return;
        if (thrown instanceof RecorderFailure) throw thrown;
        const { code, message } = toPortError(thrown);
        if (code === 'unknown-connection') throw thrown;
        const reason = message.slice(0, MAX_REASON);
        if (thrown instanceof FinalRefusal) {
          await this.pass(() => handle.refused(index, reason));
          return;
        }
        await this.pass(() => handle.lost(index, reason));
        await sleep(RETRY_MS, signal);
      }
    }
  }

  private async listen(): Promise<void> {
    const { reads, source, signal } = this.parts;
    await reads.listen(source.path, signal, (text) => this.add(text, 0));
    // The end of a connection whose address was changed.
    this.mustBeSameAddress();
    throw new Error('The server ended the connection.');
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
    const { handle, index } = this.parts;
    if ((await this.pass(() => handle.add(index, text, tookUs))) === false) throw new SourceStopped();
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
