import { expect, it } from 'vitest';
import { copyOptions, planOf } from './copy-options.ts';
import { copiedParts, replacedParts } from './copy-parts-text.ts';

const source = { connection: 'a', database: 'shop' };
const estimate = {
  documents: 0,
  indexes: ['Orders/ByDate', 'Orders/ByCity'],
  identities: 1,
  unconfigured: ['refresh' as const],
  replacedIndexes: ['Orders/ByCity'],
};

it('names replaced indexes and settings, and no documents when none are copied', () => {
  const options = copyOptions.parse({
    create: false,
    documents: 'none',
    settings: ['refresh', 'revisions'],
    identities: true,
  });
  const plan = planOf(options, source);
  expect(copiedParts(plan, estimate)).toEqual(['2 indexes', '1 setting', '1 identity']);
  expect(replacedParts(plan, estimate)).toEqual([
    '1 index with the same name',
    'the configuration of revisions',
  ]);
  expect(replacedParts(planOf({ ...options, create: true }, source), estimate)).toEqual([]);
});

it('names documents that are overwritten', () => {
  const plan = planOf(copyOptions.parse({ create: false }), source);
  expect(replacedParts(plan, { ...estimate, replacedIndexes: [] })).toEqual(['documents with the same ids']);
});
