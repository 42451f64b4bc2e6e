/** Refuses retired terms in display texts and retired identifiers. retired-terms.json lists each with its replacement. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { withoutCommentsAndStrings } from '../rust-modules/rust-source.ts';
import retired from './retired-terms.json' with { type: 'json' };
import { displayTexts, identifiers, type Found } from './source-strings.ts';

const texts = [
  ...retired.texts.map((term) => ({ expression: new RegExp(wholeWords(term.old), 'i'), ...term })),
  ...retired.patterns.map((term) => ({ expression: new RegExp(term.old, 'i'), ...term })),
];
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
    const files = globSync('native/*/{src,tests,examples,fuzz_targets,benches}/**/*.rs', { cwd: root });
    expect(files.length).toBeGreaterThan(500);
    expect(files.sort().flatMap((path) => retiredRust(path, readFileSync(join(root, path), 'utf8')))).toEqual(
      [],
    );
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

function retiredTexts(path: string, source: string): string[] {
  return displayTexts(path, source).flatMap(({ line, text }) => {
    const term = texts.find(({ expression }) => expression.test(text));
    return term ? [`${path}:${line} "${text}": instead of "${term.old}" use "${term.new}"`] : [];
  });
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
