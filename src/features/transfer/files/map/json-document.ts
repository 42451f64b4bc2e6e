/** Makes documents of JSON values. The text of the file is kept: only `@metadata` is written anew. */
import {
  JsonTextError,
  member,
  parseJsonText,
  slice,
  stringValue,
  type JsonNode,
  type JsonObject,
} from '../../../../protocol/json-text.ts';
import { isServerMetadata } from '../../../../document-copy/client-metadata.ts';
import { pathParts } from './columns.ts';
import { refusedDocument, type DocumentMaker } from './document.ts';
import { idProblem } from './id-text.ts';
import type { FileSettings } from './settings.ts';

const METADATA = '@metadata';
const COLLECTION = '@collection';

export function jsonDocuments(settings: FileSettings): DocumentMaker {
  const chosen = settings.collection.trim();

  return (text) => {
    let root: JsonNode;
    try {
      root = parseJsonText(text);
    } catch (thrown) {
      if (!(thrown instanceof JsonTextError)) throw thrown;
      return refusedDocument(`The JSON is wrong. ${placed(thrown, text)}`);
    }
    if (root.kind !== 'object') return refusedDocument(`The value is ${nameOf(root)}, not an object.`);
    const found = root.members.filter(({ key }) => key === METADATA);
    if (found.length > 1) return refusedDocument('The document has @metadata twice.');
    const metadata = found[0]?.value;
    if (metadata && metadata.kind !== 'object')
      return refusedDocument(`The @metadata is ${nameOf(metadata)}, not an object.`);
    const collection = collectionOf(text, metadata) ?? chosen;
    const id = idOf(text, root, metadata, collection);
    if (typeof id !== 'string') return refusedDocument(id.reason);
    const problem = settings.idSource === 'server' ? undefined : idProblem(id);
    if (problem !== undefined) return refusedDocument(problem, id === '' ? null : id);
    return { ok: true, id, text: withMetadata(text, root, metadataText(text, metadata, collection)) };
  };

  function idOf(
    text: string,
    root: JsonObject,
    metadata: JsonNode | undefined,
    collection: string,
  ): string | { readonly reason: string } {
    switch (settings.idSource) {
      case 'server':
        return collection === ''
          ? { reason: 'The document has no collection: the server generates ids from its name.' }
          : `${collection}/`;
      case 'metadata':
        return (
          stringValue(text, member(metadata, '@id')?.value) ?? {
            reason: 'The document has no @metadata.@id. Choose another source of the ids.',
          }
        );
      case 'property': {
        const path = settings.idProperty.trim();
        let node: JsonNode | undefined = root;
        for (const part of pathParts(path)) node = member(node, part)?.value;
        const value = node?.kind === 'number' ? slice(text, node) : stringValue(text, node);
        return value === undefined
          ? { reason: `The document has no text or number in ${path}.` }
          : settings.idPrefix + value;
      }
    }
  }
}

/** Line breaks do not occur in NDJSON: there the column is enough. */
function placed(error: JsonTextError, text: string): string {
  const message = error.message.replace(/^Line \d+, column \d+: /, '');
  const sentence = message.slice(0, 1).toUpperCase() + message.slice(1);
  return text.includes('\n')
    ? `${sentence} (line ${error.line}, column ${error.column} of the value)`
    : `${sentence} (column ${error.column})`;
}

function collectionOf(text: string, metadata: JsonNode | undefined): string | undefined {
  const found = stringValue(text, member(metadata, COLLECTION)?.value);
  return found === '' || found === '@empty' ? undefined : found;
}

function metadataText(text: string, metadata: JsonNode | undefined, collection: string): string | undefined {
  const members = metadata?.kind === 'object' ? metadata.members : [];
  const kept = members.filter(({ key }) => key !== COLLECTION && !isServerMetadata(key));
  const parts = kept.map(({ key, value }) => `${JSON.stringify(key)}:${slice(text, value)}`);
  if (collection !== '') parts.unshift(`"${COLLECTION}":${JSON.stringify(collection)}`);
  return parts.length === 0 ? undefined : `{${parts.join(',')}}`;
}

/** `root` has at most one `@metadata`. */
function withMetadata(text: string, root: JsonObject, metadata: string | undefined): string {
  const old = root.members.find(({ key }) => key === METADATA)?.value;
  if (old) return `${text.slice(root.start, old.start)}${metadata ?? '{}'}${text.slice(old.end, root.end)}`;
  if (metadata === undefined) return slice(text, root);
  const comma = root.members.length === 0 ? '' : ',';
  return `${text.slice(root.start, root.end - 1)}${comma}"${METADATA}":${metadata}}`;
}

function nameOf(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'an array';
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'true':
    case 'false':
      return 'a boolean';
    case 'null':
      return 'null';
  }
}
