/** What a file is, by its first bytes; its name decides only between texts that could be both. Pure. */
import { readDumpHead, type DumpFile } from '../../dump-file.ts';
import { csvSplitter, delimiters, type Delimiter } from './csv-rows.ts';
import { splitCells } from './csv-cells.ts';
import { NEWLINE, isSpace } from './item.ts';
import { valueEnd } from './json-values.ts';
import { itemsOf } from './read-items.ts';
import { byteText, invalidUtf8At } from './utf8.ts';

/** Uncompressed bytes that are read before an import, for the format and the preview. */
export const HEAD_BYTES = 256 * 1024;

export const fileFormats = ['ndjson', 'json', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const fileFormatNames: Readonly<Record<FileFormat, string>> = {
  ndjson: 'NDJSON',
  json: 'JSON',
  csv: 'CSV',
};

export interface DocumentHead {
  readonly kind: 'documents';
  readonly format: FileFormat;
  /** Of a JSON file: an array, or values one after another. */
  readonly isArray: boolean;
  readonly delimiter: Delimiter;
  /** Length of the byte order mark. */
  readonly start: number;
}

export type FileKind =
  | { readonly kind: 'dump'; readonly read: DumpFile }
  | DocumentHead
  | { readonly kind: 'refused'; readonly reason: string };

export interface FileHead {
  readonly name: string;
  readonly size: number;
  /** The bytes as stored. */
  readonly stored: Uint8Array;
  /** The first uncompressed bytes. */
  readonly head: Uint8Array;
}

/** Sections of a dump that can be its first. */
const dumpMember =
  /^\s*\{\s*"(?:BuildVersion|DatabaseRecord|Docs|RevisionDocuments|Tombstones|Conflicts|Indexes|Identities|CompareExchange|CompareExchangeTombstones|CounterGroups|Subscriptions|TimeSeries)"\s*:/;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function readFileKind({ name, size, stored, head }: FileHead): FileKind {
  const dump = readDumpHead(name, size, stored);
  if (size === 0 || !dump.ok) {
    // A dump is a JSON object; everything else that is no text is refused with the same reasons.
    if (size === 0 || isZip(stored)) return { kind: 'refused', reason: dump.ok ? '' : dump.reason };
  } else if (dump.kind === 'zstd' || (dump.kind === 'gzip' && head.length === 0))
    return { kind: 'dump', read: dump };
  const wide = wideEncoding(head);
  if (wide !== undefined)
    return refused(`${name} is encoded in ${wide}. Save it as UTF-8 and choose it again.`);
  const nul = head.indexOf(0);
  if (nul !== -1) return refused(`${name} is neither a dump nor a text: it has a NUL byte at offset ${nul}.`);
  const wrong = invalidUtf8At(head, { cut: true });
  if (wrong !== undefined)
    return refused(
      `${name} is neither a dump nor a text in UTF-8: byte ${byteText(head[wrong])} at offset ${wrong}. Save it as UTF-8 and choose it again.`,
    );
  const start = hasMark(head) ? 3 : 0;
  const text = new TextDecoder().decode(head);
  if (dump.ok && dumpMember.test(text)) return { kind: 'dump', read: dump };
  return documentKind(name, head.subarray(start), start);
}

function documentKind(name: string, bytes: Uint8Array, start: number): FileKind {
  const found = { kind: 'documents', isArray: false, delimiter: ',', start } as const;
  let at = 0;
  while (at < bytes.length && isSpace(bytes[at])) at++;
  if (at === bytes.length) return refused(`${name} contains only white space. Choose another file.`);
  const ending = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (bytes[at] === 0x5b) return { ...found, format: 'json', isArray: true };
  if (bytes[at] === 0x7b) {
    const end = valueEnd(bytes, at, false) ?? bytes.length;
    const newline = bytes.indexOf(NEWLINE, at);
    const isOneLine = newline === -1 || newline >= end;
    return { ...found, format: isOneLine || lineEndings.has(ending) ? 'ndjson' : 'json' };
  }
  if (lineEndings.has(ending)) return { ...found, format: 'ndjson' };
  const delimiter = likelyDelimiter(bytes, start);
  if (delimiter !== undefined || tableEndings.has(ending))
    return { ...found, format: 'csv', delimiter: delimiter ?? (ending === 'tsv' ? '\t' : ',') };
  return refused(
    `${name} is not a dump, and neither JSON, NDJSON nor CSV, or it is damaged at its beginning. Choose another file.`,
  );
}

const lineEndings = new Set(['ndjson', 'jsonl']);
const tableEndings = new Set(['csv', 'tsv', 'tab', 'txt']);

/** The delimiter that gives the most rows the same number of cells, and more than one. */
function likelyDelimiter(bytes: Uint8Array, start: number): Delimiter | undefined {
  let best: { readonly delimiter: Delimiter; readonly share: number; readonly cells: number } | undefined;
  for (const delimiter of delimiters) {
    const items = itemsOf(
      bytes.subarray(0, 32_768),
      csvSplitter(delimiter),
      { offset: start, line: 1 },
      false,
    );
    const rows = items
      .slice(0, 20)
      .map((item) => (item.kind === 'item' ? splitCells(item.text, delimiter).length : 0));
    const cells = rows[0] ?? 0;
    const share = rows.filter((each) => each === cells).length / Math.max(1, rows.length);
    if (cells < 2 || share < 0.5) continue;
    if (!best || share > best.share || (share === best.share && cells > best.cells))
      best = { delimiter, share, cells };
  }
  return best?.delimiter;
}

const refused = (reason: string): FileKind => ({ kind: 'refused', reason });

const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;

function wideEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'UTF-16 (byte order mark FF FE at offset 0)';
  if (first === 0xfe && second === 0xff) return 'UTF-16 (byte order mark FE FF at offset 0)';
  if (second === 0 && fourth === 0 && first !== 0) return 'UTF-16 (NUL byte at offset 1)';
  return first === 0 && third === 0 && second !== 0 ? 'UTF-16 (NUL byte at offset 0)' : undefined;
}
