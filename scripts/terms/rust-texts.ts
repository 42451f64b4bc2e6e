/** Reads string literals and comments of Rust source. */
import { withoutTests } from '../rust-modules/rust-source.ts';
import type { Found } from './source-strings.ts';

/** Comments, strings (raw ones too), and characters, which can be a quotation mark. */
const TOKENS =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(b?r(#*)"[\s\S]*?"\3|b?"(?:\\[\s\S]|[^"\\])*")|b?'(?:\\(?:u\{[0-9a-fA-F_]+\}|x[0-9a-fA-F]{2}|.)|[^'\\\n])'/g;

/** Literals outside of tests that read like a sentence or a label. Options with their value, `--data DIR`, are left out. */
export function rustStrings(source: string): Found[] {
  return tokens(withoutTests(source)).flatMap(({ line, text, isComment }) => {
    const shown = text.replaceAll(/\\\n\s*/g, '').replaceAll(/--[\w-]+\s+[A-Z]+/g, '…');
    const reads = /\p{L}\S*\s+\S/u.test(shown) || /^"\p{Lu}\p{Ll}/u.test(shown);
    return isComment || !reads ? [] : [{ line, text: shown.replaceAll(/\s+/g, ' ') }];
  });
}

export function rustComments(source: string): Found[] {
  return tokens(source).flatMap(({ line, text, isComment }) =>
    isComment ? [{ line, text: text.replaceAll(/\s+/g, ' ') }] : [],
  );
}

function tokens(source: string): readonly (Found & { readonly isComment: boolean })[] {
  let line = 1;
  let at = 0;
  return [...source.matchAll(TOKENS)].flatMap((match) => {
    const [token, comment, literal] = match;
    line += lineBreaks(source.slice(at, match.index));
    at = match.index;
    const isComment = comment !== undefined;
    return isComment || literal !== undefined ? [{ line, text: token, isComment }] : [];
  });
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}
