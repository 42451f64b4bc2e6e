/**
 * The text of a document as it is written to the target: masked fields replaced, metadata of the server removed, everything
 * else as the server sent it. Pure.
 */
import { parseJsonText, slice, stringValue, type JsonNode } from '../protocol/json-text.ts';
import { findIds } from '../ui/find-ids.ts';
import { isServerMetadata } from './client-metadata.ts';
import type { ValueMasks } from './mask.ts';

export interface SourceDocument {
  readonly id: string;
  /** With its `@metadata`, as the server sent it. */
  readonly text: string;
}

export interface CopiedDocument {
  readonly id: string;
  readonly text: string;
  /** What looks like the id of another document, outside of masked fields and metadata. */
  readonly references: readonly string[];
  /** The masked fields that this document has. */
  readonly masked: ReadonlySet<string>;
}

const METADATA = '@metadata';

interface Edit {
  readonly end: number;
  readonly text: string;
}

export function copiedDocument(
  { id, text }: SourceDocument,
  fields: readonly string[],
  masks: ValueMasks,
): CopiedDocument {
  const root = parseJsonText(text);
  const edits = new Map<number, Edit>();
  const masked = new Set<string>();
  let metadata: JsonNode | undefined;

  function maskAll(node: JsonNode): void {
    if (node.kind === 'object') for (const { value } of node.members) maskAll(value);
    else if (node.kind === 'array') for (const item of node.items) maskAll(item);
    else if (node.kind === 'string')
      edits.set(node.start, {
        end: node.end,
        text: JSON.stringify(masks.ofString(stringValue(text, node) ?? '')),
      });
    else if (node.kind === 'number')
      edits.set(node.start, { end: node.end, text: masks.ofNumber(slice(text, node)) });
  }
  function maskPath(node: JsonNode, path: string, field: string): void {
    if (node.kind === 'array') for (const item of node.items) maskPath(item, path, field);
    if (node.kind !== 'object') return;
    for (const { key, value } of node.members) {
      if (node === root && key === METADATA) continue;
      // A name can contain dots itself.
      if (key === path) {
        masked.add(field);
        maskAll(value);
      } else if (path.startsWith(`${key}.`)) maskPath(value, path.slice(key.length + 1), field);
    }
  }

  for (const field of fields) maskPath(root, field, field);
  if (root.kind === 'object')
    for (const { key, value } of root.members)
      if (key === METADATA) {
        metadata = value;
        edits.set(value.start, { end: value.end, text: keptMetadata(text, value) });
      }

  const isOutside = (start: number): boolean =>
    metadata === undefined || start < metadata.start || start >= metadata.end;
  const references = findIds(text)
    // The id begins after the quote of its string.
    .filter((found) => isOutside(found.start) && !edits.has(found.start - 1))
    .map((found) => found.id);
  return { id, text: edited(text, edits), references, masked };
}

function keptMetadata(text: string, node: JsonNode): string {
  if (node.kind !== 'object') return '{}';
  const members = node.members.filter(
    ({ key, value }) =>
      !isServerMetadata(key) &&
      // What a document without a collection is listed under.
      !(key === '@collection' && stringValue(text, value) === '@empty'),
  );
  return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${slice(text, value)}`).join(',')}}`;
}

function edited(text: string, edits: ReadonlyMap<number, Edit>): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, edit] of [...edits].sort(([a], [b]) => a - b)) {
    parts.push(text.slice(at, start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** `Email, ShipTo.City`: names separated by commas or line breaks, each once. */
export function readFieldList(typed: string): readonly string[] {
  return [...new Set(typed.split(/[,\n]/).map((name) => name.trim()))].filter((name) => name !== '');
}
