/** Refuses retired terms in display texts, in strings and comments of Rust code, and retired identifiers. retired-terms.json lists each with its replacement. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { withoutCommentsAndStrings } from '../rust-modules/rust-source.ts';
import retired from './retired-terms.json' with { type: 'json' };
import { rustComments, rustStrings } from './rust-texts.ts';
import { displayTexts, identifiers, type Found } from './source-strings.ts';

const texts = [
  ...retired.texts.map((term) => ({ expression: new RegExp(wholeWords(term.old), 'i'), ...term })),
  ...retired.patterns.map((term) => ({ expression: new RegExp(term.old, 'i'), ...term })),
];
const comments = retired.comments.map((term) => ({ expression: new RegExp(term.old, 'i'), ...term }));
const rustNames = new Map(retired.rust.map((term) => [term.old, term.new]));
const names = new Map(retired.identifiers.map((term) => [term.old, term.new]));

describe('retired terms', () => {
  it('do not occur in display texts', () => {
    expect(check(['{src,electron}/**/*.{ts,tsx}'], { tests: false }, retiredTexts)).toEqual([]);
  });

  it('do not occur as identifiers', () => {
    const all = ['src/**/*.{ts,tsx}', 'e2e/**/*.ts', 'scripts/**/*.{ts,tsx}'];
    expect(check(all, { tests: true }, retiredNames)).toEqual([]);
  });

  it('do not occur as words of Rust code', () => {
    expect(checkRust(retiredRust)).toEqual([]);
  });

  it('do not occur in error texts and other strings of Rust code', () => {
    expect(checkRust((path, source) => (isRustTest(path) ? [] : retiredStrings(path, source)))).toEqual([]);
  });

  it('do not occur in comments of Rust code', () => {
    expect(checkRust(retiredComments)).toEqual([]);
  });

  it('are found in strings and comments of Rust code, with their lines', () => {
    const source = [
      '// A read under way.',
      'let key = "asked";',
      'let error = format!("It is no \\',
      '    backup.");',
      "let mark = '\"';",
      'let usage = "--authority FILE of the clients";',
      '#[cfg(test)]',
      'mod tests { const TOLD: &str = "It is no backup."; }',
    ].join('\n');
    expect(retiredStrings('a.rs', source).map((line) => line.split(' ')[0])).toEqual(['a.rs:3']);
    expect(retiredComments('a.rs', source).map((line) => line.split(' ')[0])).toEqual(['a.rs:1']);
  });

  it('are found in Rust code, but not in its comments and strings', () => {
    const source = '// It was asked.\nlet asked = "told";\nlet unasked = r#"asked"#;';
    expect(retiredRust('a.rs', source)).toEqual(['a.rs:2 asked: use requested']);
  });

  it('are found in literals, templates, attributes and JSX text, but not in comments', () => {
    const source = [
      '// It was asked anew.',
      "const kind = 'asked';",
      "const title = 'No plan was asked for';",
      'const hint = `${n}× more than thought`;',
      'const view = <p title="not told">Lay out JSON</p>;',
    ].join('\n');
    expect(retiredTexts('a.tsx', source).map((line) => line.split(' ')[0])).toEqual([
      'a.tsx:3',
      'a.tsx:4',
      'a.tsx:5',
      'a.tsx:5',
    ]);
    expect(retiredNames('a.ts', 'const noFind = 1;')).toEqual(['a.ts:1 noFind: use emptyFind']);
  });
});

type Term = (typeof texts)[number];

function retiredTexts(path: string, source: string): string[] {
  return retiredIn(path, displayTexts(path, source), texts);
}

function retiredStrings(path: string, source: string): string[] {
  return retiredIn(path, rustStrings(source), texts);
}

function retiredComments(path: string, source: string): string[] {
  return retiredIn(path, rustComments(source), comments);
}

function retiredIn(path: string, found: readonly Found[], terms: readonly Term[]): string[] {
  return found.flatMap(({ line, text }) => {
    const term = terms.find(({ expression }) => expression.test(text));
    return term ? [`${path}:${line} "${text}": instead of "${term.old}" use "${term.new}"`] : [];
  });
}

function checkRust(find: (path: string, source: string) => string[]): string[] {
  const files = globSync('native/*/{src,tests,examples,fuzz_targets,benches}/**/*.rs', { cwd: root });
  expect(files.length).toBeGreaterThan(500);
  return files.sort().flatMap((path) => find(path, readFileSync(join(root, path), 'utf8')));
}

function isRustTest(path: string): boolean {
  return /\/(tests|benches|examples|fuzz_targets)\/|tests?\.rs$/.test(path);
}

function retiredNames(path: string, source: string): string[] {
  return identifiers(path, source).flatMap(({ line, text }: Found) => {
    const replacement = names.get(text);
    return replacement === undefined ? [] : [`${path}:${line} ${text}: use ${replacement}`];
  });
}

function retiredRust(path: string, source: string): string[] {
  return withoutCommentsAndStrings(source)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\w+/g)].flatMap(([word]) => {
        const replacement = rustNames.get(word);
        return replacement === undefined ? [] : [`${path}:${index + 1} ${word}: use ${replacement}`];
      }),
    );
}

function check(
  patterns: string[],
  options: { readonly tests: boolean },
  find: (path: string, source: string) => string[],
): string[] {
  const files = globSync(patterns, { cwd: root }).filter(
    (path) => options.tests || !/\.test\.tsx?$|-for-tests\.ts$/.test(path),
  );
  expect(files.length).toBeGreaterThan(50);
  return files.sort().flatMap((path) => find(path, readFileSync(join(root, path), 'utf8')));
}

function wholeWords(text: string): string {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `${/^\w/.test(text) ? '\\b' : ''}${escaped}${/\w$/.test(text) ? '\\b' : ''}`;
}
