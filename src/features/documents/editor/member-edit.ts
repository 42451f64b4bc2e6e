/**
 * Sets or removes one property of a JSON text and leaves everything else as typed: layout, order and the digits of
 * numbers.
 */
import { member, parseJsonText, type JsonMember, type JsonNode } from '../../../protocol/json-text.ts';

export const INDENT = 4;

/** From the root to a property: `['ShipTo', 'City']`. */
export type MemberPath = readonly string[];

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

/**
 * Writes JSON text at a path, or with null removes the property. Missing objects on the way are created. A text that
 * is not an object is returned unchanged; throws JsonTextError for invalid JSON.
 */
export function setMember(text: string, path: MemberPath, json: string | null): string {
  const root = parseJsonText(text);
  return root.kind === 'object' ? setIn(text, root, path, 1, json) : text;
}

/** Renames a property at its place; its value keeps its text. Without that property the text stays the same. */
export function renameMember(text: string, path: MemberPath, name: string): string {
  const found = path.reduce<JsonMember | undefined>((parent, key) => member(parent?.value, key), {
    key: '',
    keyStart: 0,
    value: parseJsonText(text),
  });
  if (!found) return text;
  const keyEnd = text.lastIndexOf('"', found.value.start - 1) + 1;
  return replace(text, found.keyStart, keyEnd, JSON.stringify(name));
}

function setIn(
  text: string,
  object: ObjectNode,
  [key, ...rest]: MemberPath,
  level: number,
  json: string | null,
): string {
  if (key === undefined) return text;
  const found = member(object, key);
  if (found?.value.kind === 'object' && rest.length > 0)
    return setIn(text, found.value, rest, level + 1, json);
  if (json === null)
    return found && rest.length === 0 ? removeMember(text, object, object.members.indexOf(found)) : text;
  const value = nested(rest, json, level);
  if (found) return replace(text, found.value.start, found.value.end, value);
  return insertMember(text, object, level, key, value);
}

/** The value of a property at a level, inside of an object for each further key. */
function nested([key, ...rest]: MemberPath, json: string, level: number): string {
  if (key === undefined) return json.replaceAll('\n', `\n${pad(level)}`);
  return `{\n${pad(level + 1)}${JSON.stringify(key)}: ${nested(rest, json, level + 1)}\n${pad(level)}}`;
}

/** Formatted like its neighbour: on its own line with the same indent, or on the same line. */
function insertMember(text: string, object: ObjectNode, level: number, key: string, value: string): string {
  const entry = `${JSON.stringify(key)}: ${value}`;
  const last = object.members.at(-1);
  if (!last) return replace(text, object.start, object.end, `{\n${pad(level)}${entry}\n${pad(level - 1)}}`);
  const lead = text.slice(0, last.keyStart);
  const lineStart = lead.lastIndexOf('\n') + 1;
  const before = lead.slice(lineStart);
  const gap = before.trim() === '' && lineStart > 0 ? `\n${before}` : ' ';
  // The metadata stays the last property of a document.
  if (level === 1 && last.key === '@metadata')
    return replace(text, last.keyStart, last.keyStart, `${entry},${gap}`);
  return replace(text, last.value.end, last.value.end, `,${gap}${entry}`);
}

function removeMember(text: string, object: ObjectNode, index: number): string {
  const entry = object.members[index];
  if (!entry) return text;
  const next = object.members[index + 1];
  const previous = object.members[index - 1];
  if (next) return replace(text, entry.keyStart, next.keyStart, '');
  if (previous) return replace(text, previous.value.end, entry.value.end, '');
  return replace(text, object.start, object.end, '{}');
}

function replace(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

function pad(level: number): string {
  return ' '.repeat(INDENT * level);
}
