/** Compares the content of two documents as text, so that long numbers count exactly. Pure. */
import { member, parseJsonText, slice, stringValue, type JsonNode } from '../../../protocol/json-text.ts';

/** Metadata that differs between two servers although the content is the same. */
export const DEFAULT_IGNORED = ['@change-vector', '@etag', '@flags', '@id', '@last-modified'] as const;

/**
 * The differing members, as `Name` or `@metadata.@attachments`; empty when the content is equal. The order of members does not count.
 */
export function differingMembers(
  one: string,
  other: string,
  ignoredMetadata: ReadonlySet<string>,
): readonly string[] {
  if (one === other) return [];
  const [a, b] = [membersOf(one, ignoredMetadata), membersOf(other, ignoredMetadata)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name)).sort();
}

function membersOf(text: string, ignoredMetadata: ReadonlySet<string>): ReadonlyMap<string, string> {
  const root = parseJsonText(text);
  const found = new Map<string, string>();
  if (root.kind !== 'object') return found;
  for (const { key, value } of root.members)
    if (key !== '@metadata') found.set(key, canonicalText(text, value));
  const metadata = member(root, '@metadata')?.value;
  if (metadata?.kind === 'object')
    for (const { key, value } of metadata.members)
      if (!ignoredMetadata.has(key)) found.set(`@metadata.${key}`, canonicalText(text, value));
  return found;
}

/** Without white space, with sorted members and one spelling of each string. */
function canonicalText(text: string, node: JsonNode): string {
  switch (node.kind) {
    case 'object': {
      const members = node.members
        .map(({ key, value }) => `${JSON.stringify(key)}:${canonicalText(text, value)}`)
        .sort();
      return `{${members.join(',')}}`;
    }
    case 'array':
      return `[${node.items.map((item) => canonicalText(text, item)).join(',')}]`;
    case 'string':
      return JSON.stringify(stringValue(text, node) ?? slice(text, node));
    default:
      return slice(text, node);
  }
}
