import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSatisfied, parseExpression, type Expression } from './spdx-expression.ts';

const licence = (id: string): Expression => ({ kind: 'licence', id });

test('AND binds stronger than OR, parentheses group, WITH belongs to its licence', () => {
  expect(parseExpression('MIT OR ISC AND Zlib')).toEqual({
    kind: 'or',
    parts: [licence('MIT'), { kind: 'and', parts: [licence('ISC'), licence('Zlib')] }],
  });
  expect(parseExpression('(MIT OR Apache-2.0 WITH LLVM-exception) AND Unicode-3.0')).toEqual({
    kind: 'and',
    parts: [
      { kind: 'or', parts: [licence('MIT'), licence('Apache-2.0 WITH LLVM-exception')] },
      licence('Unicode-3.0'),
    ],
  });
  expect(parseExpression('((MIT))')).toEqual(licence('MIT'));
  expect(parseExpression('MIT/Apache-2.0')).toEqual(parseExpression('MIT OR Apache-2.0'));
});

test.each([
  '',
  '()',
  'MIT OR',
  'AND MIT',
  'MIT ISC',
  '(MIT',
  'MIT)',
  'MIT WITH',
  'MIT OR (ISC AND)',
  'SEE LICENSE IN LICENSE.md',
  'MIT, ISC',
])('what is no expression is refused: "%s"', (text) =>
  expect(() => parseExpression(text)).toThrow(SyntaxError),
);

test('deep nesting is refused instead of ending the process', () => {
  expect(() => parseExpression('('.repeat(100_000) + 'MIT' + ')'.repeat(100_000))).toThrow(/nested deeper/);
});

test('what is written out is read back, and satisfied exactly when its tree is', () => {
  const ids = ['MIT', 'ISC', 'GPL-3.0-only', 'MPL-2.0+', 'Apache-2.0 WITH LLVM-exception'];
  const tree = fc.letrec<{ node: Expression }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(...ids).map(licence),
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        parts: fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  })).node;
  const written = (expression: Expression): string =>
    expression.kind === 'licence'
      ? expression.id
      : `(${expression.parts.map(written).join(expression.kind === 'and' ? ' AND ' : ' OR ')})`;
  fc.assert(
    fc.property(tree, fc.subarray(ids), (expression, accepted) => {
      const accepts = (id: string): boolean => accepted.includes(id);
      const read = parseExpression(written(expression));
      expect(written(read)).toBe(written(expression));
      expect(isSatisfied(read, accepts)).toBe(isSatisfied(expression, accepts));
    }),
  );
});
