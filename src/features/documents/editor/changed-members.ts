/** The properties that differ between two versions of a document, for a one-sentence summary. */
import { JsonCursor, LARGE_JSON } from '../../../protocol/json-cursor.ts';
import { formatJson, JsonTextError, parseJsonText } from '../../../protocol/json-text.ts';

/**
 * Names of top-level properties that were added, removed or changed, ignoring layout. Null when a text is not valid
 * JSON. In large texts a difference of layout counts: to remove it would take seconds.
 */
export function changedMembers(before: string, after: string): readonly string[] | null {
  const read = Math.max(before.length, after.length) >= LARGE_JSON ? slicesOf : formattedMembers;
  const [a, b] = [membersOf(before, read), membersOf(after, read)];
  if (!a || !b) return null;
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => a.get(name) !== b.get(name));
}

type Members = ReadonlyMap<string, string> | null;

function formattedMembers(text: string): Members {
  const root = parseJsonText(text);
  if (root.kind !== 'object') return null;
  return new Map(root.members.map((entry) => [entry.key, formatJson(text, entry.value, 0)]));
}

function slicesOf(text: string): Members {
  const cursor = new JsonCursor(text);
  if (cursor.opening !== '{') return null;
  const members = new Map<string, string>();
  cursor.eachMember((key) => {
    const start = cursor.at;
    cursor.skipValue();
    members.set(key, text.slice(start, cursor.at));
  });
  return members;
}

function membersOf(text: string, read: (text: string) => Members): Members {
  try {
    return read(text);
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return null;
    throw thrown;
  }
}
