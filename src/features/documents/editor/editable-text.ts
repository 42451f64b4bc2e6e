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
import { INDENT, setMember } from './member-edit.ts';

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
  return setMember(text, ['@metadata', key], value === null ? null : JSON.stringify(value));
}
