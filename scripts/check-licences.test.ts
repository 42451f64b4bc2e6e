import { describe, expect, test } from 'vitest';
import { licenceAllowed } from './check-licences.ts';

describe('a licence expression', () => {
  test.each([
    'MIT',
    'MIT OR Apache-2.0',
    '(MIT OR GPL-3.0)',
    'Apache-2.0 AND ISC',
    'MIT/Apache-2.0',
    'Apache-2.0 WITH LLVM-exception OR GPL-2.0',
    '(MIT OR Apache-2.0) AND Unicode-3.0',
    'GPL-2.0 OR (MIT AND (ISC OR GPL-3.0))',
  ])('allows %s, with one allowed alternative', (expression) =>
    expect(licenceAllowed(expression)).toBe(true),
  );
  test.each([
    'AGPL-3.0',
    'MIT AND GPL-3.0',
    'SSPL-1.0 OR BUSL-1.1',
    '',
    // The parentheses decide: read without them, the first alternative would be MIT alone.
    'GPL-3.0 AND (MIT OR Apache-2.0)',
    '(MIT OR Apache-2.0) AND GPL-3.0',
    'Apache-2.0 WITH Some-exception',
    'SEE LICENSE IN LICENSE.md',
  ])('rejects %s', (expression) => expect(licenceAllowed(expression)).toBe(false));
});
