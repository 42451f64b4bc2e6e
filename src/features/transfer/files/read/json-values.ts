/**
 * The values of a JSON array, or JSON values one after another, without reading the complete file. Only brackets and
 * strings are followed here: whether a value is valid JSON, its parser says.
 */
import { formatBytes } from '../../../../ui/format.ts';
import { isSpace, MAX_ITEM_BYTES, type Split, type Splitter } from './item.ts';

const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

type Place = 'start' | 'first' | 'after value' | 'value' | 'after array';

/** `resumed`: reading begins after a value. */
export function jsonSplitter(isArray: boolean, resumed: boolean): Splitter {
  let place: Place = !isArray ? 'value' : resumed ? 'after value' : 'start';

  function inArray(bytes: Uint8Array, start: number, next: number): Split | undefined {
    const byte = bytes[start];
    if (place === 'start') {
      place = 'first';
      return { kind: 'skip', next };
    }
    if (place === 'after array') return fatal(start, 'The file continues after the end of the array.');
    if (byte === CLOSE_ARRAY && place !== 'value') {
      place = 'after array';
      return { kind: 'skip', next };
    }
    if (place === 'after value') {
      if (byte !== COMMA) return fatal(start, 'There is no comma between two values of the array.');
      place = 'value';
      return { kind: 'skip', next };
    }
    return byte === COMMA || byte === CLOSE_ARRAY
      ? fatal(start, 'A value of the array is missing.')
      : undefined;
  }

  return (bytes, from, atEnd) => {
    let start = from;
    while (start < bytes.length && isSpace(bytes[start])) start++;
    if (start > from) return { kind: 'skip', next: start };
    if (start >= bytes.length) {
      if (!atEnd) return { kind: 'more' };
      return isArray && place !== 'after array'
        ? fatal(start, 'The file ends before the end of the array: it is incomplete.')
        : { kind: 'end' };
    }
    if (isArray) {
      const split = inArray(bytes, start, start + 1);
      if (split) return split;
    }
    const end = valueEnd(bytes, start, atEnd);
    if ((end ?? bytes.length) - start > MAX_ITEM_BYTES)
      return fatal(
        start,
        `A value is longer than ${formatBytes(MAX_ITEM_BYTES)}, or its brackets or quotes are not closed.`,
      );
    if (end === undefined)
      return atEnd ? fatal(start, 'The file ends inside of a value: it is incomplete.') : { kind: 'more' };
    place = isArray ? 'after value' : 'value';
    return { kind: 'item', start, end, next: end };
  };
}

const fatal = (start: number, reason: string): Split => ({ kind: 'fatal', start, reason });

/** The index after the value that begins at `start`; undefined when it is not complete. */
export function valueEnd(bytes: Uint8Array, start: number, atEnd: boolean): number | undefined {
  const first = bytes[start];
  if (first === QUOTE) return stringEnd(bytes, start);
  if (first !== OPEN_ARRAY && first !== OPEN_OBJECT) return scalarEnd(bytes, start, atEnd);
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
    else if ((byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) && --depth === 0) return at + 1;
  }
  return undefined;
}

function stringEnd(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] === BACKSLASH) at++;
  }
  return undefined;
}

function scalarEnd(bytes: Uint8Array, start: number, atEnd: boolean): number | undefined {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isSpace(byte) || byte === COMMA || byte === CLOSE_ARRAY || byte === OPEN_OBJECT) return at;
  }
  return atEnd ? bytes.length : undefined;
}
