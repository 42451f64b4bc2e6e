/** Finds counts followed by a fixed plural ("1 items"): `pluralize` and `pluralNoun` of src/ui/format.ts decide the form. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';

/** An expression that is a bare count: `rows.length`, `total`, `formatCount(n)`. */
const COUNT = /^(?:formatCount\(.*\)|[\w.?]*\b(?:count|counts|length|size|total|items|members))$/i;
/** A plural noun, perhaps after adjectives: ` stale indexes`. */
const PLURAL = /^ (?:[a-z]+ ){0,2}?[a-z]{2,}s\b/;
/** Words that end in s and are no plurals. */
const SINGULAR = /^ (?:is|was|has|does|as|less|matches|exists|excludes|across|plus|bytes?)\b/;

function fixedPlurals(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const check = (expression: ts.Expression, after: string): void => {
    const text = expression.getText(file);
    if (!COUNT.test(text) || !PLURAL.test(after) || SINGULAR.test(after)) return;
    const line = file.getLineAndCharacterOfPosition(expression.getStart(file)).line + 1;
    found.push(`${path}:${line} ${text}${after.slice(0, 20)}: use pluralize`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateSpan(node)) check(node.expression, node.literal.text);
    if (ts.isJsxElement(node) || ts.isJsxFragment(node))
      node.children.forEach((child, index) => {
        const next = node.children[index + 1];
        if (ts.isJsxExpression(child) && child.expression && next && ts.isJsxText(next))
          check(child.expression, next.text.replaceAll(/\s+/g, ' '));
      });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('plural forms', () => {
  // Parses every source file, which takes seconds on a loaded machine.
  it('follow their count in every text of the UI', { timeout: 120_000 }, () => {
    const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'));
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((path) => fixedPlurals(path, readFileSync(join(root, path), 'utf8')));
    expect(found).toEqual([]);
  });

  it('are found in templates and JSX', () => {
    const source = [
      'const a = `${rows.length} items`;',
      'const b = <p>{formatCount(total)} stale indexes</p>;',
      "const c = `${pluralize(total, 'item')} and ${total} is all`;",
      'const d = <p>{name} items</p>;',
    ].join('\n');
    expect(fixedPlurals('a.tsx', source).map((line) => line.split(' ')[0])).toEqual(['a.tsx:1', 'a.tsx:2']);
  });
});
