/** The file of an import, with what its first bytes say. */
import { HEAD_BYTES as DUMP_HEAD_BYTES, type DumpFile } from './dump-file.ts';
import { proposeSettings, type FileStart } from './files/map/preview.ts';
import type { FileSettings } from './files/map/settings.ts';
import { firstBytes } from './files/read/file-bytes.ts';
import { HEAD_BYTES, isGzip, readFileKind } from './files/read/file-kind.ts';

export interface ChosenDump {
  readonly kind: 'dump';
  readonly file: File;
  /** Not ok: neither a dump nor a file of documents. */
  readonly read: DumpFile;
}

export interface ChosenDocuments {
  readonly kind: 'documents';
  readonly file: File;
  readonly gzip: boolean;
  readonly start: FileStart;
  readonly settings: FileSettings;
}

export type ChosenFile = ChosenDump | ChosenDocuments;

export async function readChosenFile(file: File): Promise<ChosenFile> {
  const stored = new Uint8Array(await file.slice(0, DUMP_HEAD_BYTES).arrayBuffer());
  const gzip = isGzip(stored);
  // Damaged gzip is imported as a dump: the server names the damage.
  const bytes = await firstBytes({ file, gzip }, HEAD_BYTES).catch((thrown: unknown) => {
    if (gzip) return new Uint8Array(0);
    throw thrown;
  });
  const kind = readFileKind({ name: file.name, size: file.size, stored, head: bytes });
  switch (kind.kind) {
    case 'dump':
      return { kind: 'dump', file, read: kind.read };
    case 'refused':
      return { kind: 'dump', file, read: { ok: false, reason: kind.reason } };
    case 'documents': {
      const isCut = gzip ? bytes.length === HEAD_BYTES : file.size > bytes.length;
      const start: FileStart = { head: kind, bytes, isCut };
      return { kind: 'documents', file, gzip, start, settings: proposeSettings(start, file.name) };
    }
  }
}

/** The file that was imported in part: the same size, time and first bytes. */
export function isSameFile(one: ChosenDocuments, other: ChosenDocuments): boolean {
  const a = one.start.bytes;
  const b = other.start.bytes;
  // Only the settings differ.
  if (one.start === other.start) return true;
  return (
    one.file.size === other.file.size &&
    one.file.lastModified === other.file.lastModified &&
    a.length === b.length &&
    a.every((byte, index) => byte === b[index])
  );
}
