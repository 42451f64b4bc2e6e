/**
 * What two versions of a document change in their common base, property by property at any depth. Values keep their
 * text: see json-text.ts.
 */
import { formatJson, JsonTextError, parseJsonText, type JsonNode } from '../../../protocol/json-text.ts';
import { INDENT, type MemberPath } from './member-edit.ts';

export interface Difference {
  readonly path: MemberPath;
  /** The values as formatted JSON; null where the property is absent. */
  readonly base: string | null;
  readonly theirs: string | null;
  readonly mine: string | null;
  /** Who changed it; `conflict`: both, in different ways. */
  readonly kind: 'theirs' | 'mine' | 'conflict';
}

/** A value of one of the three texts. */
interface Part {
  readonly text: string;
  readonly node: JsonNode;
}

/**
 * The properties that differ. A change that both versions contain is none, and an array is one value. Undefined when
 * a text is not a JSON object, or names a property of its root twice.
 */
export function findDifferences(
  base: string,
  theirs: string,
  mine: string,
): readonly Difference[] | undefined {
  try {
    const [before, other, own] = [base, theirs, mine].map((text): Part => ({
      text,
      node: parseJsonText(text),
    }));
    if (!before || !other || !own || !membersOf(before) || !membersOf(other) || !membersOf(own))
      return undefined;
    const found: Difference[] = [];
    compare([], before, other, own, found);
    return found;
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return undefined;
    throw thrown;
  }
}

/** Null is an absent property. */
function compare(
  path: MemberPath,
  base: Part | null,
  theirs: Part | null,
  mine: Part | null,
  found: Difference[],
): void {
  const [before, other, own] = [content(base), content(theirs), content(mine)];
  if (other === own) return;
  const [baseMembers, theirMembers, myMembers] = [
    base === null ? none : membersOf(base),
    membersOf(theirs),
    membersOf(mine),
  ];
  if (baseMembers && theirMembers && myMembers) {
    for (const key of new Set([...baseMembers.keys(), ...theirMembers.keys(), ...myMembers.keys()]))
      compare(
        [...path, key],
        baseMembers.get(key) ?? null,
        theirMembers.get(key) ?? null,
        myMembers.get(key) ?? null,
        found,
      );
    return;
  }
  found.push({
    path,
    base: formatted(base),
    theirs: formatted(theirs),
    mine: formatted(mine),
    kind: before === own ? 'theirs' : before === other ? 'mine' : 'conflict',
  });
}

const none: ReadonlyMap<string, Part> = new Map();

/** Without layout, so that only content is compared. */
function content(part: Part | null): string | null {
  return part && formatJson(part.text, part.node, 0).replaceAll('\n', '');
}

function formatted(part: Part | null): string | null {
  return part && formatJson(part.text, part.node, INDENT);
}

/** Undefined for other values, and for an object that names a property twice. */
function membersOf(part: Part | null): ReadonlyMap<string, Part> | undefined {
  if (part?.node.kind !== 'object') return undefined;
  const { text, node } = part;
  const members = new Map(node.members.map((each) => [each.key, { text, node: each.value }]));
  return members.size === node.members.length ? members : undefined;
}
