/**
 * The members of a JSON object as texts: numbers of a document can have more digits than a double, so an export copies
 * their text. Pure.
 */
import { PortError } from '../../../src/contract/index.ts';

/** Names to the texts of their values; the last of equal names counts, as for JSON.parse. */
export type MemberTexts = ReadonlyMap<string, string>;

/** Throws when the text is not one JSON object. */
export function membersOf(text: string): MemberTexts {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unreadable(text, cause instanceof RangeError ? 'is nested too deep' : 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(text, 'is not an object');
  return scan(text);
}

function unreadable(text: string, what: string): PortError {
  return new PortError({
    code: 'not-ravendb',
    message: `A line of the answer ${what}.`,
    detail: text.slice(0, 500),
  });
}

/** `text` is a valid JSON object. */
function scan(text: string): MemberTexts {
  const members = new Map<string, string>();
  let at = text.indexOf('{') + 1;
  for (;;) {
    const nameStart = text.indexOf('"', at);
    // Only an empty object has no further name: the loop ends at the closing bracket otherwise.
    if (nameStart < 0) return members;
    const nameEnd = stringEnd(text, nameStart);
    const start = text.indexOf(':', nameEnd) + 1;
    const end = valueEnd(text, start);
    members.set(String(JSON.parse(text.slice(nameStart, nameEnd))), text.slice(start, end).trim());
    if (text[end] === '}') return members;
    at = end + 1;
  }
}

/** The offset after the closing quote. */
function stringEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
}

const DELIMITER = /["{}[\],]/g;

/** The offset of the comma or bracket that follows the value. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  DELIMITER.lastIndex = start;
  for (;;) {
    const found = DELIMITER.exec(text);
    if (!found) return text.length;
    const [sign] = found;
    if (sign === '"') DELIMITER.lastIndex = stringEnd(text, found.index);
    else if (sign === '{' || sign === '[') depth++;
    else if (depth === 0) return found.index;
    else if (sign !== ',') depth--;
  }
}
