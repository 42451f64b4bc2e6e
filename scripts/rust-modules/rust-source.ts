/** The parts of Rust source text that the module graph needs: text without comments, strings and test modules, and the paths in it. */

/** Blanks comments, string and character literals, so that no path is read out of them. Line breaks stay. */
export function withoutCommentsAndStrings(text: string): string {
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\(?:u\{[0-9a-fA-F_]+\}|x[0-9a-fA-F]{2}|.)|[^'\\\n])'/g;
  return text.replace(pattern, (found) => found.replace(/[^\n]/g, ' '));
}

/** Blanks items under `#[cfg(test)]`: a test may look at whatever it tests. */
export function withoutTests(text: string): string {
  let result = text;
  for (;;) {
    const start = result.search(/#\[cfg\((?:test|all\(test\b[^\]]*|any\(test\b[^\]]*)\)\]/);
    if (start < 0) return result;
    const end = endOfItem(result, start);
    result = result.slice(0, start) + result.slice(start, end).replace(/[^\n]/g, ' ') + result.slice(end);
  }
}

/** The end of the item that begins at `start`: after its `;`, or after the brace that closes its body. */
function endOfItem(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '{') depth++;
    else if (character === '}') {
      depth--;
      if (depth === 0) return at + 1;
    } else if (character === ';' && depth === 0) return at + 1;
  }
  return text.length;
}

export interface UsedPath {
  readonly segments: readonly string[];
  /** The name that a `pub use` gives to it; undefined for other paths. */
  readonly exportedAs: string | undefined;
}

/** Every path that begins with `crate`, `self` or `super`, of `use` trees and of expressions, and plain `pub use` of child modules. */
export function pathsOf(text: string): UsedPath[] {
  const found: UsedPath[] = [];
  const useStatement = /\b(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);/g;
  for (const [, visibility, tree = ''] of text.matchAll(useStatement))
    for (const { segments, name } of expandUseTree(tree))
      found.push({ segments, exportedAs: visibility === undefined ? undefined : name });
  const rest = text.replace(useStatement, (statement) => ' '.repeat(statement.length));
  for (const [path] of rest.matchAll(/\b(?:crate|self|super)(?:::[A-Za-z_]\w*)+/g))
    found.push({ segments: path.split('::'), exportedAs: undefined });
  return found;
}

interface Leaf {
  readonly segments: readonly string[];
  readonly name: string;
}

/** `a::{b, c::{self, d as e}}` as its leaves. */
export function expandUseTree(tree: string, prefix: readonly string[] = []): Leaf[] {
  const trimmed = tree.trim();
  const brace = trimmed.indexOf('{');
  if (brace < 0) {
    const [path = '', alias] = trimmed.split(/\s+as\s+/);
    const parts = path.split('::').map((part) => part.trim().replace(/^r#/, ''));
    const own = parts.at(-1) === 'self' && prefix.length + parts.length > 1 ? parts.slice(0, -1) : parts;
    const segments = [...prefix, ...own].filter((part) => part !== '');
    const last = segments.at(-1);
    return last === undefined ? [] : [{ segments, name: alias?.trim() ?? last }];
  }
  const head = trimmed
    .slice(0, brace)
    .split('::')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const inside = trimmed.slice(brace + 1, trimmed.lastIndexOf('}'));
  return splitAtTopLevel(inside).flatMap((each) => expandUseTree(each, [...prefix, ...head]));
}

function splitAtTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    const character = list.charAt(at);
    if (character === '{') depth++;
    else if (character === '}') depth--;
    else if ((character === ',' && depth === 0) || at === list.length) {
      if (list.slice(start, at).trim() !== '') parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}
