/**
 * SPDX licence expressions (SPDX specification 2.3, annex D): `OR` binds weaker than `AND`, `AND` weaker than `WITH`,
 * parentheses group. Crates of old write `MIT/Apache-2.0` for `MIT OR Apache-2.0`, which is read too. The npm package
 * for this, spdx-expression-parse, needs a list under CC-BY-3.0, which this repository does not accept.
 */

export type Expression =
  /** One licence, with its exception if it has one: `Apache-2.0 WITH LLVM-exception`. */
  | { readonly kind: 'licence'; readonly id: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] };

/** Throws a SyntaxError that names the place for a text that is no expression. */
export function parseExpression(text: string): Expression {
  const tokens = [...text.matchAll(/[()]|\/|[^\s()/]+/g)].map((match) => match[0]);
  let at = 0;
  const fail = (expected: string): never => {
    throw new SyntaxError(`"${text}": expected ${expected}, found ${tokens[at] ?? 'the end'}`);
  };
  const takes = (...words: readonly string[]): boolean => {
    const found = words.includes(tokens[at] ?? '');
    if (found) at++;
    return found;
  };
  const id = (): string => {
    const token = tokens[at];
    if (token === undefined || !/^[A-Za-z0-9.:+-]+$/.test(token) || /^(?:AND|OR|WITH)$/.test(token))
      return fail('a licence');
    at++;
    return token;
  };
  const single = (depth: number): Expression => {
    if (depth > 50) throw new SyntaxError(`"${text.slice(0, 80)}…" is nested deeper than 50 levels`);
    if (!takes('(')) {
      const licence = id();
      return { kind: 'licence', id: takes('WITH') ? `${licence} WITH ${id()}` : licence };
    }
    const inner = any(depth + 1);
    return takes(')') ? inner : fail('")"');
  };
  const all = (depth: number): Expression => {
    const parts = [single(depth)];
    while (takes('AND')) parts.push(single(depth));
    return joined('and', parts);
  };
  const any = (depth: number): Expression => {
    const parts = [all(depth)];
    while (takes('OR', '/')) parts.push(all(depth));
    return joined('or', parts);
  };
  const whole = any(0);
  return at === tokens.length ? whole : fail('the end');
}

function joined(kind: 'and' | 'or', parts: readonly Expression[]): Expression {
  const [first] = parts;
  return first && parts.length === 1 ? first : { kind, parts };
}

/** Whether the licences accepted are enough to use what is under this expression. */
export function isSatisfied(expression: Expression, accepts: (licence: string) => boolean): boolean {
  switch (expression.kind) {
    case 'licence':
      return accepts(expression.id);
    case 'and':
      return expression.parts.every((part) => isSatisfied(part, accepts));
    case 'or':
      return expression.parts.some((part) => isSatisfied(part, accepts));
  }
}
