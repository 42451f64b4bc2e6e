/**
 * Rows of a CSV file (RFC 4180), found on bytes, so that the offset of each is exact. After a row with a wrong quote,
 * reading continues in the next line: one quote too many does not swallow the rest of the file.
 */
import { formatBytes } from '../../../../ui/format.ts';
import { MAX_ITEM_BYTES, NEWLINE, type Split, type Splitter } from './item.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

const QUOTE = 0x22;
const RETURN = 0x0d;

export function csvSplitter(delimiter: Delimiter): Splitter {
  const separator = delimiter.charCodeAt(0);

  return (bytes, from, atEnd) => {
    if (from >= bytes.length) return atEnd ? { kind: 'end' } : { kind: 'more' };
    let at = from;
    for (;;) {
      // At the start of a cell.
      if (bytes[at] === QUOTE) {
        const end = quotedEnd(bytes, at);
        if (end === undefined) return unclosed(bytes, from, atEnd);
        at = end;
        if (!isCellEnd(bytes, at, separator, atEnd)) {
          if (at + 1 >= bytes.length && !atEnd) return { kind: 'more' };
          return badLine(from, 'There is text after the closing quote of a cell.');
        }
      }
      while (at < bytes.length && bytes[at] !== separator && bytes[at] !== NEWLINE) at++;
      if (at >= bytes.length) {
        if (at - from > MAX_ITEM_BYTES) return tooLong(from);
        return atEnd ? row(bytes, from, at, at) : { kind: 'more' };
      }
      if (bytes[at] === NEWLINE) return row(bytes, from, at, at + 1);
      at++;
    }
  };
}

function row(bytes: Uint8Array, start: number, lineEnd: number, next: number): Split {
  if (lineEnd - start > MAX_ITEM_BYTES) return tooLong(start);
  const end = lineEnd > start && bytes[lineEnd - 1] === RETURN ? lineEnd - 1 : lineEnd;
  return start === end ? { kind: 'skip', next } : { kind: 'item', start, end, next };
}

/** The index after the closing quote. */
function quotedEnd(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue;
    if (bytes[at + 1] !== QUOTE) return at + 1;
    at++;
  }
  return undefined;
}

function isCellEnd(bytes: Uint8Array, at: number, separator: number, atEnd: boolean): boolean {
  const byte = bytes[at];
  if (byte === undefined) return atEnd;
  return (
    byte === separator ||
    byte === NEWLINE ||
    (byte === RETURN && (bytes[at + 1] === NEWLINE || (atEnd && at + 1 === bytes.length)))
  );
}

function unclosed(bytes: Uint8Array, start: number, atEnd: boolean): Split {
  if (!atEnd && bytes.length - start <= MAX_ITEM_BYTES) return { kind: 'more' };
  return badLine(start, 'A quote at the start of a cell is not closed.');
}

const tooLong = (start: number): Split =>
  badLine(start, `The row is longer than ${formatBytes(MAX_ITEM_BYTES)}.`);

const badLine = (start: number, reason: string): Split => ({ kind: 'bad-line', start, reason });
