import fc from 'fast-check';
import { expect, it } from 'vitest';
import { databaseNameProblem } from '../../../protocol/databases.ts';
import { newNameProblem, proposedName } from './database-name.ts';

it('proposes the first free name after the source', () => {
  expect(proposedName('shop', [])).toBe('shop-repro');
  expect(proposedName('shop', ['Shop-Repro', 'shop-repro-2'])).toBe('shop-repro-3');
});

it('proposes valid names of sources with any valid name', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z][\w-]{0,127}$/),
      fc.integer({ min: 0, max: 12 }),
      (source, taken) => {
        const existing: string[] = [];
        for (let count = 0; count < taken; count++) existing.push(proposedName(source, existing));
        const name = proposedName(source, existing);
        expect(databaseNameProblem(name)).toBeNull();
        expect(newNameProblem(name, existing)).toBeNull();
      },
    ),
  );
});

it('refuses names that exist in another case', () => {
  expect(newNameProblem('SHOP', ['shop'])).toMatch(/already has/);
  expect(newNameProblem('a b', [])).toMatch(/space/);
});
