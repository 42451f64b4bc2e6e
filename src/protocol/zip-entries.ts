/**
 * Reads a zip archive in memory: names from the central directory, contents on demand. Supports stored and deflated
 * files; no encryption, no archives over 4 GB. The archive is untrusted input: every offset is checked, and a file
 * that inflates beyond its declared size or the limit is rejected.
 */

/** Larger than any file in a debug package; limits decompression bombs. */
const MAX_FILE_SIZE = 256 * 1024 * 1024;
const MAX_ENTRIES = 65_535;

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  readonly name: string;
  /** Uncompressed size. */
  readonly size: number;
  /** Compressed size. */
  readonly packed: number;
  readonly read: () => Promise<Uint8Array>;
}

/** All files in archive order. Throws an Error with the reason for an invalid archive. */
export function zipEntries(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endRecord(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw new Error('The zip archive lists more files than it can contain.');
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL)
      throw new Error(`The file list of the zip archive ends after entry ${i} of ${count}.`);
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const crc = view.getUint32(at + 16, true);
    const packed = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
    entries.push({
      name,
      size,
      packed,
      read: async () => {
        if ((flags & 1) !== 0) throw new Error(`"${name}" in the zip archive is encrypted.`);
        if (size > MAX_FILE_SIZE) throw new Error(`"${name}" in the zip archive exceeds the size limit.`);
        const content = await unpack(method, packedBytes(archive, view, local, packed, name), size, name);
        if (crc32(content) !== crc)
          throw new Error(`"${name}" in the zip archive is damaged (checksum mismatch).`);
        return content;
      },
    });
    at = next;
  }
  return entries;
}

/** The archive ends with this record and an optional comment. */
function endRecord(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= earliest; at--) if (view.getUint32(at, true) === END) return at;
  throw new Error('This is not a zip archive, or it is truncated.');
}

function packedBytes(
  archive: Uint8Array,
  view: DataView,
  local: number,
  packed: number,
  name: string,
): Uint8Array {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL)
    throw new Error(`"${name}" is not at the offset the zip archive gives.`);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > view.byteLength) throw new Error(`"${name}" in the zip archive is truncated.`);
  return archive.subarray(start, start + packed);
}

async function unpack(method: number, packed: Uint8Array, size: number, name: string): Promise<Uint8Array> {
  if (method === STORED) return packed;
  if (method !== DEFLATED)
    throw new Error(`"${name}" in the zip archive uses an unsupported compression method (${method}).`);
  const content = new Uint8Array(size);
  let filled = 0;
  const stream = new Blob([Uint8Array.from(packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new Error(`"${name}" in the zip archive cannot be decompressed.`, { cause });
    });
    if (done) break;
    if (filled + value.length > size) {
      await reader.cancel();
      throw new Error(`"${name}" in the zip archive is larger than declared.`);
    }
    content.set(value, filled);
    filled += value.length;
  }
  if (filled !== size) throw new Error(`"${name}" in the zip archive is smaller than declared.`);
  return content;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 of zip archives. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
