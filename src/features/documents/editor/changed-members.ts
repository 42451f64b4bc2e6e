/** The properties that differ between two versions of a document, for a one-sentence summary. */
import { formatJson, JsonTextError, parseJsonText } from '../../../protocol/json-text.ts';

/**
 * Names of top-level properties that were added, removed or changed, ignoring layout. Null when a text is not valid
 * JSON.
 */
export function changedMembers(before: string, after: string): readonly string[] | null {
  const [a, b] = [membersOf(before), membersOf(after)];
  if (!a || !b) return null;
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => a.get(name) !== b.get(name));
}

function membersOf(text: string): ReadonlyMap<string, string> | null {
  try {
    const root = parseJsonText(text);
    if (root.kind !== 'object') return null;
    return new Map(root.members.map((entry) => [entry.key, formatJson(text, entry.value, 0)]));
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return null;
    throw thrown;
  }
}
