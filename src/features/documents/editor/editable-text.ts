/**
 * The text to edit: the formatted document, with the metadata that a user can set. Server metadata (id, version,
 * times, flags, counts) is in the form and left out here; the server restores it on every save.
 */
import {
  formatJson,
  member,
  parseJsonText,
  slice,
  stringValue,
  type JsonNode,
} from '../../../protocol/json-text.ts';

/** Written by the server at each save: sending them has no effect, and editing them would mislead. */
const SERVER_OWNED = new Set([
  '@id',
  '@change-vector',
  '@last-modified',
  '@flags',
  // Set and removed by archiving and unarchiving only.
  '@archived',
  '@etag',
  '@attachments',
  '@counters',
  '@timeseries',
  // In revisions: the attachments and counters at that time. A save does not restore them.
  '@counters-snapshot',
  '@timeseries-snapshot',
  '@index-score',
  '@projection',
]);

const INDENT = 4;

/** Formats a stored document for editing. A text that is not an object is returned unchanged. */
export function toEditableText(stored: string): string {
  const root = parseJsonText(stored);
  if (root.kind !== 'object') return stored;
  const kept: JsonNode = {
    ...root,
    members: root.members.map((entry) =>
      entry.key === '@metadata' && entry.value.kind === 'object'
        ? {
            ...entry,
            value: {
              ...entry.value,
              members: entry.value.members.filter((inner) => !SERVER_OWNED.has(inner.key)),
            },
          }
        : entry,
    ),
  };
  return formatJson(stored, kept, INDENT);
}

/** The initial text of a new document. */
export function newDocumentText(collection: string | undefined): string {
  const metadata = collection === undefined || collection === '@empty' ? {} : { '@collection': collection };
  return JSON.stringify({ '@metadata': metadata }, null, INDENT);
}

/**
 * A string member of `@metadata`; `odd` when it exists and is not a string. Throws JsonTextError for invalid JSON.
 */
export function readMetadataMember(
  text: string,
  key: string,
):
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'odd'; readonly json: string } {
  const value = member(member(parseJsonText(text), '@metadata')?.value, key)?.value;
  if (!value) return { kind: 'absent' };
  const read = stringValue(text, value);
  return read === undefined ? { kind: 'odd', json: slice(text, value) } : { kind: 'text', value: read };
}

/**
 * Sets (or with null removes) a string member of `@metadata` and changes nothing else of the text. Throws
 * JsonTextError for invalid JSON.
 */
export function writeMetadataMember(text: string, key: string, value: string | null): string {
  const root = parseJsonText(text);
  if (root.kind !== 'object') return text;
  const metadata = member(root, '@metadata');
  const json = JSON.stringify(value);
  if (metadata?.value.kind !== 'object') {
    if (value === null) return text;
    const inner = ` {\n${pad(2)}${JSON.stringify(key)}: ${json}\n${pad(1)}}`;
    if (metadata) return replace(text, metadata.value.start, metadata.value.end, inner.trimStart());
    return insertMember(text, root, 1, `"@metadata":${inner}`);
  }
  const existing = member(metadata.value, key);
  if (existing && value !== null) return replace(text, existing.value.start, existing.value.end, json);
  if (existing) return removeMember(text, metadata.value, metadata.value.members.indexOf(existing));
  if (value === null) return text;
  return insertMember(text, metadata.value, 2, `${JSON.stringify(key)}: ${json}`);
}

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

function insertMember(text: string, object: ObjectNode, level: number, entry: string): string {
  const last = object.members.at(-1);
  if (!last) return replace(text, object.start, object.end, `{\n${pad(level)}${entry}\n${pad(level - 1)}}`);
  // Formatted like its neighbour: on its own line with the same indent, or on the same line.
  const lead = text.slice(0, last.keyStart);
  const lineStart = lead.lastIndexOf('\n') + 1;
  const before = lead.slice(lineStart);
  const separator = before.trim() === '' && lineStart > 0 ? `,\n${before}` : ', ';
  return replace(text, last.value.end, last.value.end, separator + entry);
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
