import { describe, expect, it } from 'vitest';
import { failedRustTests, hasSecondTry } from './failed-rust-tests.ts';

const OUTPUT = `
running 3 tests
.named::one --- FAILED
named::two --- FAILED

failures:

---- named::one stdout ----
thread 'named::one' panicked at tests/capture.rs:1:5:
    not_a_name
---- named::two stdout ----

failures:
    named::one
    named::two

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 9.09s
`;

describe('failedRustTests', () => {
  it('reads the names of the last list', () => {
    expect(failedRustTests(OUTPUT)).toEqual(['named::one', 'named::two']);
  });

  it('finds none where no list is printed', () => {
    expect(failedRustTests('running 1 test\n.\ntest result: ok. 1 passed; 0 failed')).toEqual([]);
    expect(failedRustTests('    text\n')).toEqual([]);
  });
});

it('allows a second try in CI only, for crates that depend on other processes', () => {
  expect(hasSecondTry('stackcap', { CI: 'true' })).toBe(true);
  expect(hasSecondTry('stackcap', {})).toBe(false);
  expect(hasSecondTry('engine', { CI: 'true' })).toBe(false);
});
