/** The bytes of a chosen file from an offset on, decompressed, one piece at a time. */
import { PortError } from '../../../../contract/index.ts';

const PIECE = 1024 * 1024;

/** Bytes of the file on the disk that were read, for the progress. */
export interface ReadMeter {
  read: number;
}

export interface FileSource {
  readonly file: File;
  readonly gzip: boolean;
}

/** `offset` counts uncompressed bytes: a compressed file is decompressed from its beginning. */
export async function* fileBytes(
  { file, gzip }: FileSource,
  offset: number,
  meter: ReadMeter,
): AsyncGenerator<Uint8Array> {
  if (!gzip) {
    meter.read = offset;
    yield* stored(file, offset, meter);
    return;
  }
  let passed = 0;
  for await (const piece of decompressed(file, meter)) {
    const from = Math.min(piece.length, Math.max(0, offset - passed));
    passed += piece.length;
    if (from < piece.length) yield from === 0 ? piece : piece.subarray(from);
  }
}

async function* stored(
  file: File,
  offset: number,
  meter: ReadMeter,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = offset; at < file.size; at += PIECE) {
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    } catch (cause) {
      throw unreadable(file, `cannot be read at offset ${at}: it was changed, moved or removed`, cause);
    }
    meter.read = at + bytes.length;
    yield bytes;
  }
}

async function* decompressed(file: File, meter: ReadMeter): AsyncGenerator<Uint8Array> {
  const pieces = stored(file, 0, meter);
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const next: IteratorResult<Uint8Array<ArrayBuffer>, void> = await pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch (thrown) {
        controller.error(thrown);
      }
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const read: ReadableStreamReadResult<Uint8Array> = await reader.read();
      if (read.done) return;
      yield read.value;
    }
  } catch (cause) {
    if (cause instanceof PortError) throw cause;
    throw unreadable(file, 'cannot be decompressed: its gzip data is damaged or incomplete', cause);
  } finally {
    // A reader that stops early ends the reading of the file; a failed one is closed already.
    await reader.cancel().catch(() => undefined);
  }
}

function unreadable(file: File, problem: string, cause: unknown): PortError {
  return new PortError({
    code: 'storage',
    message: `${file.name} ${problem}. Choose the file again.`,
    detail: String(cause),
  });
}

/** The first uncompressed bytes; what can be decompressed of a damaged file. */
export async function firstBytes(source: FileSource, count: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of fileBytes(source, 0, { read: 0 })) {
      parts.push(piece);
      length += piece.length;
      if (length >= count) break;
    }
  } catch (thrown) {
    if (length === 0 || !source.gzip) throw thrown;
  }
  const bytes = new Uint8Array(Math.min(count, length));
  let at = 0;
  for (const part of parts) {
    const taken = part.subarray(0, bytes.length - at);
    bytes.set(taken, at);
    at += taken.length;
  }
  return bytes;
}
