import { expect, it } from 'vitest';
import { enforceEffect, enforceSentences } from './enforce-text.ts';

const counts = ['Limited', 'Open', 'Off', 'Other'].map((collection) => ({ collection, revisions: 12 }));
const names = (found: readonly { readonly collection: string }[]) =>
  found.map(({ collection }) => collection);
const Collections = {
  limited: { Disabled: false, MinimumRevisionsToKeep: 2 },
  Open: { Disabled: false },
  Off: { Disabled: true, MinimumRevisionsToKeep: 2 },
};

it('names the collections that lose revisions', () => {
  const effect = enforceEffect({ Default: null, Collections }, counts);
  expect([names(effect.removed), names(effect.limited), names(effect.kept)]).toEqual([
    ['Other'],
    ['Limited'],
    ['Open', 'Off'],
  ]);
  expect(enforceSentences(effect)).toEqual([
    'Other has no rule: all its revisions (12 revisions) are deleted.',
    'Limited: revisions beyond its limits are deleted (12 revisions now).',
  ]);
});

it('applies the default to collections without a rule', () => {
  const effect = enforceEffect({ Default: { MinimumRevisionAgeToKeep: '1.00:00:00' }, Collections }, counts);
  expect(names(effect.limited)).toEqual(['Limited', 'Other']);
  expect(effect.removed).toEqual([]);
});
