/** Writes zip archives for tests. */
import { crc32 } from './zip-entries.ts';

export type Content = string | Uint8Array;

/** A zip archive as servers write it: deflated, sizes in the central directory. */
export async function zip(files: Readonly<Record<string, Content>>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  const encode = (content: Content) =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content;
  let at = 0;
  for (const [fileName, file] of Object.entries(files)) {
    const name = encode(fileName);
    const content = encode(file);
    const packed = await deflated(content);
    const method = 8;
    parts.push(record(30, [0, 4, 0x04034b50], [8, 2, method], [26, 2, name.length]), name, packed);
    central.push(
      record(
        46,
        [0, 4, 0x02014b50],
        [10, 2, method],
        [16, 4, crc32(content)],
        [20, 4, packed.length],
        [24, 4, content.length],
        [28, 2, name.length],
        [42, 4, at],
      ),
      name,
    );
    at += 30 + name.length + packed.length;
  }
  return joined([
    ...parts,
    ...central,
    record(22, [0, 4, 0x06054b50], [10, 2, Object.keys(files).length], [16, 4, at]),
  ]);
}

/** Offset, width and value of each number; zero elsewhere. */
function record(size: number, ...numbers: [number, 2 | 4, number][]): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  for (const [at, width, value] of numbers)
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  return bytes;
}

async function deflated(content: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([Uint8Array.from(content)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
