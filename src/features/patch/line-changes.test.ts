import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineChanges } from './line-changes.ts';

it('counts added and removed lines', () => {
  expect(lineChanges('a\nb\nc', 'a\nb\nc')).toEqual({ added: 0, removed: 0 });
  expect(lineChanges('a\nb\nc', 'a\nx\nc')).toEqual({ added: 1, removed: 1 });
  expect(lineChanges('a\nb\nc\nd', 'a\nc\nnew\nd')).toEqual({ added: 1, removed: 1 });
  expect(lineChanges('', 'a\nb')).toEqual({ added: 2, removed: 1 });
});

it('explains the difference in length', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const { added, removed } = lineChanges(before.join('\n'), after.join('\n'));
      expect(added - removed).toBe(Math.max(1, after.length) - Math.max(1, before.length));
      expect(lineChanges(after.join('\n'), before.join('\n'))).toEqual({ added: removed, removed: added });
    }),
  );
});

it('stays fast for large texts', () => {
  const large = (letter: string): string =>
    Array.from({ length: 50_000 }, (_, at) => `${letter}${at}`).join('\n');
  expect(lineChanges(large('a'), large('b'))).toEqual({ added: 50_000, removed: 50_000 });
});
