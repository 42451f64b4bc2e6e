/** The file of an import as it arrives from the page. It holds one piece: the page sends the next when that is read. */
import { PortError } from '../../../src/contract/index.ts';

interface Waiting {
  readonly bytes: Buffer;
  readonly taken: (wanted: boolean) => void;
}

export class PieceInbox {
  /** Bytes passed to the reader. */
  passed = 0;
  private readonly size: number;
  private received = 0;
  private waiting: Waiting | undefined;
  /** The piece that the reader has, until it takes the next. */
  private held: Waiting | undefined;
  private wake: (() => void) | undefined;
  private ended = false;

  constructor(size: number) {
    this.size = size;
  }

  /** Resolves when the piece is read; to false when no further one is. */
  push(offset: number, bytes: Buffer): Promise<boolean> {
    if (this.ended) return Promise.resolve(false);
    if (this.waiting !== undefined || offset !== this.received)
      return Promise.reject(
        problem(`A piece of the file at byte ${offset} was sent out of order, so it was not imported.`),
      );
    if (bytes.length === 0 || this.received + bytes.length > this.size)
      return Promise.reject(
        problem(
          `A piece of the file at byte ${offset} does not fit its size of ${this.size} bytes: the file was changed during the import.`,
        ),
      );
    this.received += bytes.length;
    return new Promise((taken) => {
      this.waiting = { bytes, taken };
      this.wake?.();
    });
  }

  /** For one reader. Complete after `size` bytes; throws when it was ended before. */
  async *pieces(): AsyncGenerator<Buffer> {
    try {
      while (this.passed < this.size) {
        const { waiting } = this;
        if (waiting !== undefined) {
          this.waiting = undefined;
          this.held = waiting;
          yield waiting.bytes;
          this.held = undefined;
          this.passed += waiting.bytes.length;
          waiting.taken(!this.ended);
        } else if (this.ended)
          throw new PortError({ code: 'cancelled', message: 'The import was cancelled.' });
        else await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      // The reader stopped at a `yield`.
      this.held?.taken(false);
      this.held = undefined;
      this.end();
    }
  }

  /** Nothing more is read: a waiting page is released. */
  end(): void {
    this.ended = true;
    this.waiting?.taken(false);
    this.waiting = undefined;
    this.wake?.();
  }
}

const problem = (message: string): PortError => new PortError({ code: 'bad-request', message });
