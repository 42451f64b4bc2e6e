/** Reads a file piece by piece into its items. In memory: one piece and the item that it cuts. */
import { byteText, decodeUtf8 } from './utf8.ts';
import { NEWLINE, type FileItem, type ItemPlace, type Split, type Splitter } from './item.ts';

export interface StartPlace {
  readonly offset: number;
  readonly line: number;
}

/** Yields the items of each piece together. Ends after a fatal one. */
export async function* readItems(
  pieces: AsyncIterable<Uint8Array>,
  splitter: Splitter,
  start: StartPlace,
): AsyncGenerator<readonly FileItem[]> {
  const reader = new ItemReader(splitter, start);
  for await (const piece of pieces) {
    const items = reader.push(piece);
    if (items.length > 0) yield items;
    if (items.at(-1)?.kind === 'fatal') return;
  }
  const items = reader.end();
  if (items.length > 0) yield items;
}

/** The same, over one text that is complete: for a preview. */
export function itemsOf(
  bytes: Uint8Array,
  splitter: Splitter,
  start: StartPlace,
  isCut: boolean,
): readonly FileItem[] {
  const reader = new ItemReader(splitter, start);
  const items = reader.push(bytes);
  return isCut || items.at(-1)?.kind === 'fatal' ? items : [...items, ...reader.end()];
}

type Rejected = Omit<Extract<FileItem, { kind: 'rejected' }>, 'end' | 'endLine'>;

class ItemReader {
  readonly #split: Splitter;
  #bytes: Uint8Array = new Uint8Array(0);
  /** Offset in the file of the first byte of `#bytes`. */
  #base: number;
  #at = 0;
  /** The line at `#at`. */
  #line: number;
  /** A rejected line whose end is not loaded yet. */
  #skipped: Rejected | null = null;

  constructor(split: Splitter, start: StartPlace) {
    this.#split = split;
    this.#base = start.offset;
    this.#line = start.line;
  }

  push(piece: Uint8Array): readonly FileItem[] {
    this.#bytes = joined(this.#bytes.subarray(this.#at), piece);
    this.#base += this.#at;
    this.#at = 0;
    return this.#read(false);
  }

  end(): readonly FileItem[] {
    return this.#read(true);
  }

  #read(atEnd: boolean): readonly FileItem[] {
    const items: FileItem[] = [];
    for (;;) {
      if (this.#skipped) {
        const item = this.#skipLine(this.#skipped, atEnd);
        if (!item) return items;
        items.push(item);
      }
      const split = this.#split(this.#bytes, this.#at, atEnd);
      if (split.kind === 'more' || split.kind === 'end') return items;
      if (split.kind === 'skip') this.#moveTo(split.next);
      else if (split.kind === 'bad-line') {
        this.#moveTo(split.start);
        this.#skipped = {
          kind: 'rejected',
          line: this.#line,
          offset: this.#base + this.#at,
          reason: split.reason,
        };
      } else {
        const item = this.#item(split);
        items.push(item);
        if (item.kind === 'fatal') return items;
      }
    }
  }

  #item(split: Extract<Split, { kind: 'item' | 'fatal' }>): FileItem {
    this.#moveTo(split.start);
    const line = this.#line;
    const offset = this.#base + split.start;
    if (split.kind === 'fatal')
      return { kind: 'fatal', line, offset, end: offset, endLine: line, reason: split.reason };
    this.#moveTo(split.next);
    const place: ItemPlace = { line, offset, end: this.#base + split.next, endLine: this.#line };
    const bytes = this.#bytes.subarray(split.start, split.end);
    const decoded = decodeUtf8(bytes);
    if (decoded.ok) return { ...place, kind: 'item', text: decoded.text };
    const wrong = `byte ${byteText(bytes[decoded.at])} at offset ${offset + decoded.at}`;
    return { ...place, kind: 'rejected', reason: `The text is not UTF-8: ${wrong}.` };
  }

  /** Undefined while the end of the line is not loaded. */
  #skipLine(rejected: Rejected, atEnd: boolean): FileItem | undefined {
    const newline = this.#bytes.indexOf(NEWLINE, this.#at);
    if (newline === -1) {
      this.#moveTo(this.#bytes.length);
      if (!atEnd) return undefined;
    } else this.#moveTo(newline + 1);
    this.#skipped = null;
    return { ...rejected, end: this.#base + this.#at, endLine: this.#line };
  }

  #moveTo(next: number): void {
    for (let at = this.#at; at < next; at++) if (this.#bytes[at] === NEWLINE) this.#line++;
    this.#at = next;
  }
}

function joined(rest: Uint8Array, piece: Uint8Array): Uint8Array {
  if (rest.length === 0) return piece;
  const bytes = new Uint8Array(rest.length + piece.length);
  bytes.set(rest);
  bytes.set(piece, rest.length);
  return bytes;
}
