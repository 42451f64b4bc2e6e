/** Combines two versions of a document whose changes do not overlap. Values keep their text: see json-text.ts. */
import { formatJson, JsonTextError, parseJsonText, type JsonNode } from '../../../protocol/json-text.ts';

/** A value of one of the three texts. */
interface Part {
  readonly text: string;
  readonly node: JsonNode;
}

const INDENT = 4;

/**
 * The document with both changes, property by property at any depth; undefined when both change the same property
 * in different ways, or a text is not a JSON object. An array counts as one value.
 */
export function mergeChanges(base: string, theirs: string, mine: string): string | undefined {
  try {
    const [before, other, own] = [base, theirs, mine].map((text): Part => ({
      text,
      node: parseJsonText(text),
    }));
    if (before?.node.kind !== 'object' || other?.node.kind !== 'object' || own?.node.kind !== 'object')
      return undefined;
    const merged = mergeParts(before, other, own);
    return typeof merged !== 'string' ? undefined : formatJson(merged, parseJsonText(merged), INDENT);
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return undefined;
    throw thrown;
  }
}

/** Null is an absent property. The result is JSON text; undefined is a conflict. */
function mergeParts(base: Part | null, theirs: Part | null, mine: Part | null): string | null | undefined {
  const [before, other, own] = [content(base), content(theirs), content(mine)];
  if (other === own || before === own) return other;
  if (before === other) return own;
  const [baseMembers, theirMembers, myMembers] = [membersOf(base), membersOf(theirs), membersOf(mine)];
  if (!baseMembers || !theirMembers || !myMembers) return undefined;
  const merged: string[] = [];
  for (const key of new Set([...theirMembers.keys(), ...myMembers.keys()])) {
    const value = mergeParts(
      baseMembers.get(key) ?? null,
      theirMembers.get(key) ?? null,
      myMembers.get(key) ?? null,
    );
    if (value === undefined) return undefined;
    if (value !== null) merged.push(`${JSON.stringify(key)}:${value}`);
  }
  return `{${merged.join(',')}}`;
}

/** Without layout, so that only content is compared. */
function content(part: Part | null): string | null {
  return part ? formatJson(part.text, part.node, 0).replaceAll('\n', '') : null;
}

/** Undefined for other values, and for an object that names a property twice. */
function membersOf(part: Part | null): ReadonlyMap<string, Part> | undefined {
  if (part?.node.kind !== 'object') return undefined;
  const { text, node } = part;
  const members = new Map(node.members.map((each) => [each.key, { text, node: each.value }]));
  return members.size === node.members.length ? members : undefined;
}
