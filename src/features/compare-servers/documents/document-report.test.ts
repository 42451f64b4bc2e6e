import { expect, it } from 'vitest';
import { keptDifference, ReportBuilder } from './document-report.ts';

it('keeps a limited number of names of limited length', () => {
  const members = Array.from({ length: 5_000 }, (_, at) => `${at}-${'x'.repeat(10_000)}`);
  const builder = new ReportBuilder();
  builder.add({ id: 'items/"1"', collection: 'Items', kind: 'different', members });
  const [kept] = builder.differences();
  expect(kept).toMatchObject({ id: 'items/"1"', collection: 'Items' });
  expect(kept?.members).toHaveLength(51);
  expect(kept?.members.at(-1)).toBe('and 4950 more');
  expect(Math.max(...(kept?.members ?? []).map(({ length }) => length))).toBeLessThan(210);
});

it('keeps short names as they are', () => {
  const difference = { id: 'a', collection: '@empty', kind: 'different', members: ['Ä', '\ud800'] } as const;
  expect(keptDifference(difference)).toEqual(difference);
});
