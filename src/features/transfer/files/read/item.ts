/** One document of a file before it is interpreted, or the reason why it cannot be read. */

/** A larger one is rejected: it would have to be complete in memory. */
export const MAX_ITEM_BYTES = 8 * 1024 * 1024;

export interface ItemPlace {
  /** 1-based, of the first byte. */
  readonly line: number;
  /** Of the first byte, in the (uncompressed) file. */
  readonly offset: number;
  /** Where reading continues after the item. */
  readonly end: number;
  /** The line at `end`. */
  readonly endLine: number;
}

export type FileItem = ItemPlace &
  (
    | { readonly kind: 'item'; readonly text: string }
    | { readonly kind: 'rejected'; readonly reason: string }
    /** Nothing after this place can be read. */
    | { readonly kind: 'fatal'; readonly reason: string }
  );

/**
 * What stands at `from` in the bytes that are loaded. Offsets are indexes of these bytes.
 * `more`: the item is not complete yet; never returned at the end of the file.
 */
export type Split =
  | { readonly kind: 'item'; readonly start: number; readonly end: number; readonly next: number }
  | { readonly kind: 'skip'; readonly next: number }
  /** Reading continues after the line in which `start` stands. */
  | { readonly kind: 'bad-line'; readonly start: number; readonly reason: string }
  | { readonly kind: 'fatal'; readonly start: number; readonly reason: string }
  | { readonly kind: 'more' }
  | { readonly kind: 'end' };

export type Splitter = (bytes: Uint8Array, from: number, atEnd: boolean) => Split;

export const NEWLINE = 0x0a;

/** Space, tab, line break. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d;
}
