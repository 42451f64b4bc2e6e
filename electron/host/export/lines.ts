/** Splits received bytes into lines, of which at most one is held. */
import { PortError } from '../../../src/contract/index.ts';

const NEW_LINE = 0x0a;
/** The longest row: a document with everything in it. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Without empty lines. The last line may have no line break. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  let size = 0;
  const hold = (part: Buffer): void => {
    size += part.length;
    if (size > maxBytes)
      throw new PortError({
        code: 'too-large',
        message: `A row of the answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`,
      });
    pending.push(part);
  };
  const take = (): string => {
    const line = Buffer.concat(pending, size).toString('utf8').trim();
    pending = [];
    size = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEW_LINE, start);
      hold(chunk.subarray(start, end < 0 ? chunk.length : end));
      if (end < 0) break;
      const line = take();
      if (line !== '') yield line;
      start = end + 1;
    }
  }
  const last = take();
  if (last !== '') yield last;
}
