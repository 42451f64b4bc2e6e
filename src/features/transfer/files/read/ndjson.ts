/** NDJSON: one JSON value in each line. Pure. */
import { formatBytes } from '../../../../ui/format.ts';
import { isSpace, MAX_ITEM_BYTES, NEWLINE, type Splitter } from './item.ts';

export const splitLines: Splitter = (bytes, from, atEnd) => {
  if (from >= bytes.length) return atEnd ? { kind: 'end' } : { kind: 'more' };
  const newline = bytes.indexOf(NEWLINE, from);
  if ((newline === -1 ? bytes.length : newline) - from > MAX_ITEM_BYTES)
    return {
      kind: 'bad-line',
      start: from,
      reason: `The line is longer than ${formatBytes(MAX_ITEM_BYTES)}.`,
    };
  if (newline === -1 && !atEnd) return { kind: 'more' };
  const next = newline === -1 ? bytes.length : newline + 1;
  let start = from;
  let end = newline === -1 ? bytes.length : newline;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return start === end ? { kind: 'skip', next } : { kind: 'item', start, end, next };
};
