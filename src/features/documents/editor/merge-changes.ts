/** Combines two versions of a document. Values keep their text: see json-text.ts. */
import {
  formatJson,
  JsonTextError,
  member,
  parseJsonText,
  type JsonNode,
} from '../../../protocol/json-text.ts';
import { INDENT, setMember, type MemberPath } from './member-edit.ts';
import { findDifferences, type Difference } from './three-way.ts';

/**
 * The document with both changes, property by property at any depth; undefined when both change the same property
 * in different ways, or a text is not a JSON object. An array counts as one value.
 */
export function mergeChanges(base: string, theirs: string, mine: string): string | undefined {
  const differences = findDifferences(base, theirs, mine);
  if (!differences || differences.some(({ kind }) => kind === 'conflict')) return undefined;
  const merged = withTheirs(mine, differences);
  return formatJson(merged, parseJsonText(merged), INDENT);
}

/** My text with the changes that only the other version contains: where both differ, mine stays. */
export function withTheirs(mine: string, differences: readonly Difference[]): string {
  return differences
    .filter(({ kind }) => kind === 'theirs')
    .reduce((text, { path, theirs }) => setMember(text, path, theirs), mine);
}

/** Where the value of a property in the merged text comes from. `open`: a conflict that nobody decided yet. */
export type Source = 'base' | 'theirs' | 'mine' | 'edited' | 'open';

/** The name of a property in lists and sets. */
export function pathText(path: MemberPath): string {
  return path.map((key) => (/^[^.[\]\s]+$/.test(key) ? key : `["${key}"]`)).join('.');
}

/**
 * The source of each difference in the merged text; undefined while that text is not a JSON object. `decided` holds
 * the names (pathText) of the conflicts for which a version was chosen.
 */
export function findSources(
  merged: string,
  differences: readonly Difference[],
  decided: ReadonlySet<string>,
): readonly Source[] | undefined {
  const root = readObject(merged);
  return root && differences.map((each) => sourceOf(merged, root, each, decided));
}

function sourceOf(
  text: string,
  root: JsonNode,
  { path, base, theirs, mine, kind }: Difference,
  decided: ReadonlySet<string>,
): Source {
  const node = path.reduce<JsonNode | undefined>((at, key) => member(at, key)?.value, root);
  const value = node === undefined ? null : formatJson(text, node, INDENT);
  if (value === mine) return kind === 'conflict' && !decided.has(pathText(path)) ? 'open' : 'mine';
  if (value === theirs) return 'theirs';
  return value === base ? 'base' : 'edited';
}

function readObject(text: string): JsonNode | undefined {
  try {
    const root = parseJsonText(text);
    return root.kind === 'object' ? root : undefined;
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return undefined;
    throw thrown;
  }
}
