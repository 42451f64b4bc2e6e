/** A worker that only counts documents and acknowledges batches: it costs the measuring process little. */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { send } from '../storage/send.ts';
import type { Side } from '../storage/sides.ts';

/** A server that sends no batch for so long has failed. */
const PATIENCE_MS = 60_000;

const END = Buffer.from('{"Type":"EndOfBatch"}');
const DOCUMENT = Buffer.from('{"Type":"Data"');

export interface WorkerOptions {
  readonly database: string;
  readonly subscription: string;
  readonly batch: number;
  readonly strategy?: 'OpenIfFree' | 'Concurrent';
}

export interface Worker {
  /** Receives one batch and acknowledges it; returns its documents. */
  batch(): Promise<number>;
  close(): void;
}

const tcpInfo = z.object({ Url: z.string() });

export async function openWorker(side: Side, options: WorkerOptions): Promise<Worker> {
  const info = await send(side.url, 'GET', `/databases/${options.database}/info/tcp?tcp=`);
  const { hostname, port } = new URL(tcpInfo.parse(JSON.parse(info)).Url.replace('tcp:', 'http:'));
  const stream = new MessageStream(connect({ host: hostname, port: Number(port), noDelay: true }));
  stream.write({
    DatabaseName: options.database,
    Operation: 'Subscription',
    SourceNodeTag: null,
    OperationVersion: 53_000,
    AuthorizeInfo: null,
    LicensedFeatures: { DataCompression: false },
  });
  await stream.until('"Status":"Ok"');
  stream.write({
    SubscriptionName: options.subscription,
    Strategy: options.strategy ?? 'OpenIfFree',
    MaxDocsPerBatch: options.batch,
  });
  await stream.until('"Status":"Accepted"}');
  return {
    batch: async () => {
      const documents = await stream.batch();
      stream.write({ Type: 'Acknowledge', ChangeVector: null });
      await stream.until('{"Type":"Confirm"}');
      return documents;
    },
    close: () => stream.close(),
  };
}

/** Reads one awaited text after the other; what precedes it is dropped, what follows it is kept. */
class MessageStream {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  /** The end of the parts: as much as the longest awaited text, which may be cut. */
  #tail = Buffer.alloc(0);
  #wake: (() => void) | undefined;
  #failure: Error | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    const fail = (cause: Error): void => {
      this.#failure ??= cause;
      this.#wake?.();
    };
    socket
      .on('data', (part: Buffer) => {
        this.#keep(part);
        this.#wake?.();
      })
      .on('error', fail)
      .on('close', () => fail(new Error('the server closed the connection')))
      .setTimeout(PATIENCE_MS, () => fail(new Error(`no message for ${PATIENCE_MS / 1000} s`)));
  }

  write(message: unknown): void {
    this.#socket.write(JSON.stringify(message));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Reads to the end of a batch, after which the server waits, and counts its documents. */
  async batch(): Promise<number> {
    while (!this.#tail.includes(END)) await this.#more();
    const bytes = this.#take();
    let documents = 0;
    for (let at = bytes.indexOf(DOCUMENT); at >= 0; at = bytes.indexOf(DOCUMENT, at + DOCUMENT.length))
      documents += 1;
    return documents;
  }

  async until(text: string): Promise<void> {
    for (;;) {
      const bytes = this.#take();
      const at = bytes.indexOf(text);
      this.#keep(at < 0 ? bytes : bytes.subarray(at + text.length));
      if (at >= 0) return;
      if (bytes.includes('"Exception"')) throw new Error(bytes.toString('utf8', 0, 500));
      await this.#more();
    }
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#tail = Buffer.concat([this.#tail, part.subarray(-64)]).subarray(-64);
  }

  #take(): Buffer {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#tail = Buffer.alloc(0);
    return bytes;
  }

  async #more(): Promise<void> {
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}
