/** Looks at the first bytes of a file before it is sent. Pure. */

export type DumpKind = 'zstd' | 'gzip' | 'json';

export const dumpKindNames: Readonly<Record<DumpKind, string>> = {
  zstd: 'zstd dump',
  gzip: 'gzip dump',
  json: 'uncompressed dump',
};

/** Bytes that decide: white space and a byte order mark may come before JSON. */
export const HEAD_BYTES = 512;

export type DumpFile =
  { readonly ok: true; readonly kind: DumpKind } | { readonly ok: false; readonly reason: string };

export function readDumpHead(name: string, size: number, head: Uint8Array): DumpFile {
  if (size === 0) return { ok: false, reason: `${name} is empty. Choose another file.` };
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return { ok: true, kind: 'zstd' };
  if (startsWith(head, [0x1f, 0x8b])) return { ok: true, kind: 'gzip' };
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]))
    return {
      ok: false,
      reason: `${name} is a ZIP archive, not a dump. Extract the .ravendbdump file and choose that.`,
    };
  const text = new TextDecoder().decode(head).trimStart();
  if (text.startsWith('{')) return { ok: true, kind: 'json' };
  return {
    ok: false,
    reason: `${name} is not a dump, is damaged at its beginning, or is encrypted. Choose a file that was exported without an encryption key.`,
  };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
