/**
 * The text to edit: the formatted document, with the metadata that a user can set. Server metadata (id, version,
 * times, flags, counts) is in the form and left out here; the server restores it on every save.
 */
import {
  formatJson,
  JsonTextError,
  member,
  parseJsonText,
  slice,
  stringValue,
  type JsonNode,
} from '../../../protocol/json-text.ts';
import { findMember, LARGE_JSON } from '../../../protocol/json-cursor.ts';
import { INDENT, renameMember, setMember } from './member-edit.ts';

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

export function isServerOwned(name: string): boolean {
  return SERVER_OWNED.has(name);
}

/**
 * Formats a stored document for editing. A text that is not an object is returned unchanged. A large one keeps its
 * layout: to format 50 megabytes takes many seconds.
 */
export function toEditableText(stored: string): string {
  if (stored.length >= LARGE_JSON)
    return withMetadata(stored, (metadata) =>
      formatJson(metadata, withoutServerOwned(parseJsonText(metadata)), INDENT),
    );
  const root = parseJsonText(stored);
  if (root.kind !== 'object') return stored;
  const kept: JsonNode = {
    ...root,
    members: root.members.map((entry) =>
      entry.key === '@metadata' ? { ...entry, value: withoutServerOwned(entry.value) } : entry,
    ),
  };
  return formatJson(stored, kept, INDENT);
}

function withoutServerOwned(metadata: JsonNode): JsonNode {
  if (metadata.kind !== 'object') return metadata;
  return { ...metadata, members: metadata.members.filter(({ key }) => !isServerOwned(key)) };
}

/** A large text with another metadata object, and nothing else read or changed. */
function withMetadata(text: string, change: (metadata: string) => string): string {
  const found = findMember(text, '@metadata');
  if (!found) return text;
  return text.slice(0, found.start) + change(text.slice(found.start, found.end)) + text.slice(found.end);
}

/** A document of the metadata alone, to read it from a large text; null while that is not valid JSON. */
export function metadataText(text: string): string | null {
  try {
    const found = findMember(text, '@metadata');
    const only = found ? `{"@metadata":${text.slice(found.start, found.end)}}` : '{}';
    parseJsonText(only);
    return only;
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return null;
    throw thrown;
  }
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
  return writeMetadataJson(text, key, value === null ? null : JSON.stringify(value));
}

/** The same for a value that is given as JSON. */
export function writeMetadataJson(text: string, key: string, json: string | null): string {
  if (text.length >= LARGE_JSON && findMember(text, '@metadata'))
    return withMetadata(text, (metadata) => setMember(metadata, [key], json));
  return setMember(text, ['@metadata', key], json);
}

/** Renames a member of `@metadata` at its place; its value keeps its text. Throws JsonTextError for invalid JSON. */
export function renameMetadataMember(text: string, key: string, name: string): string {
  if (text.length >= LARGE_JSON) return withMetadata(text, (metadata) => renameMember(metadata, [key], name));
  return renameMember(text, ['@metadata', key], name);
}
