/** The properties of `@metadata` in a document's text, and changes of them that leave the rest as typed. Pure. */
import { dateMember } from '../../../protocol/document-jobs.ts';
import { JsonTextError, member, parseJsonText, slice, stringValue } from '../../../protocol/json-text.ts';
import { isServerOwned, renameMetadataMember, writeMetadataJson } from '../editor/editable-text.ts';

export const COLLECTION = '@collection';

export interface MetadataProperty {
  readonly name: string;
  /** The value as it is in the text. */
  readonly json: string;
  /** The text holds the name more than once: a change would be of one of them only. */
  readonly repeated: boolean;
}

export type MetadataInText =
  | { readonly kind: 'readable'; readonly properties: readonly MetadataProperty[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** `text`: null while it is not valid JSON. */
export function metadataInText(text: string | null): MetadataInText {
  if (text === null)
    return { kind: 'unreadable', reason: 'Metadata can be edited once the text is valid JSON.' };
  const root = parseJsonText(text);
  if (root.kind !== 'object')
    return { kind: 'unreadable', reason: 'Metadata can be edited once the text is a JSON object.' };
  const metadata = member(root, '@metadata')?.value;
  if (!metadata || metadata.kind === 'null') return { kind: 'readable', properties: [] };
  if (metadata.kind !== 'object')
    return { kind: 'unreadable', reason: 'Metadata can be edited once @metadata is a JSON object.' };
  const counts = new Map<string, number>();
  for (const { key } of metadata.members) counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    kind: 'readable',
    properties: metadata.members.map(({ key, value }) => ({
      name: key,
      json: slice(text, value),
      repeated: counts.get(key) !== 1,
    })),
  };
}

const dateNames: ReadonlySet<string> = new Set(Object.values(dateMember));

/** The properties without a form of their own. */
export function listedProperties(properties: readonly MetadataProperty[]): readonly MetadataProperty[] {
  return properties.filter(({ name }) => name !== COLLECTION && !dateNames.has(name));
}

export type CollectionInText =
  | { readonly kind: 'none' }
  | { readonly kind: 'name'; readonly name: string }
  /** A value that is not a name. */
  | { readonly kind: 'odd'; readonly json: string };

export function collectionInText(properties: readonly MetadataProperty[]): CollectionInText {
  const json = properties.find(({ name }) => name === COLLECTION)?.json;
  if (json === undefined || json === 'null') return { kind: 'none' };
  const name = stringValue(json, parseJsonText(json));
  if (name === undefined) return { kind: 'odd', json };
  return name === '' || name === '@empty' ? { kind: 'none' } : { kind: 'name', name };
}

/** Why a property cannot have this name. `taken`: the names of the other properties. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name.trim() === '') return 'A property needs a name.';
  // The server ignores letter case in some of these names; one that differs only in case would mislead.
  const lower = name.toLowerCase();
  if (isServerOwned(lower)) return `The server sets ${lower}. Use another name.`;
  if (lower === COLLECTION) return 'The collection has its own place in this panel.';
  if (dateNames.has(lower)) return `${lower} has its own form in this panel, with the dates.`;
  if (taken.includes(name)) return `The metadata has ${name} already. Edit that one, or use another name.`;
  return undefined;
}

export type MetadataChange =
  /** Adds a property, or gives it another value. */
  | { readonly kind: 'set'; readonly name: string; readonly json: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'remove'; readonly name: string };

/** An invalid text is returned unchanged; the banner above the editor shows why. */
export function changeMetadata(text: string, changes: readonly MetadataChange[]): string {
  try {
    return changes.reduce(applyChange, text);
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return text;
    throw thrown;
  }
}

function applyChange(text: string, change: MetadataChange): string {
  switch (change.kind) {
    case 'set':
      return writeMetadataJson(text, change.name, change.json);
    case 'rename':
      return renameMetadataMember(text, change.name, change.to);
    case 'remove':
      return writeMetadataJson(text, change.name, null);
  }
}

/** The change that puts a document into a collection; an empty name is none. */
export function collectionChange(name: string): MetadataChange {
  return name === '' || name === '@empty'
    ? { kind: 'remove', name: COLLECTION }
    : { kind: 'set', name: COLLECTION, json: JSON.stringify(name) };
}
