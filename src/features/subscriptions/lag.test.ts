import { expect, it } from 'vitest';
import { lagOf, lagText, lagTitle, type SourceReading } from './lag.ts';

const reading = (
  newest: SourceReading['newest'] extends ReadonlyMap<unknown, infer V> ? V : never,
  changeVector: string | null,
): SourceReading => ({ newest: new Map([['Orders', newest]]), changeVector, limit: 12 });
const subscription = { query: 'from Orders', startsAfter: null, isSharded: false };
const after = (startsAfter: string) => ({ ...subscription, startsAfter });

it('is the whole collection before the first batch', () => {
  const lag = lagOf(subscription, reading({ documents: 830, changeVector: 'A:900-id' }, 'A:900-id'));
  expect(lag).toEqual({ kind: 'exactly', documents: 830 });
  expect(lagText(lag)).toBe('830');
});

it('is none once the newest document of the collection is reached, whatever else was written', () => {
  const lag = lagOf(after('A:50-id'), reading({ documents: 7, changeVector: 'A:50-id' }, 'A:99-id'));
  expect(lag).toEqual({ kind: 'exactly', documents: 0 });
  expect([
    lagText(lag),
    lagText(lagOf(after('A:1-id'), reading({ documents: 0, changeVector: null }, null))),
  ]).toEqual(['None', 'None']);
});

it('is bounded by the changes since the starting point and by the collection', () => {
  const few = lagOf(after('A:50-id'), reading({ documents: 830, changeVector: 'A:60-id' }, 'A:99-id'));
  expect(few).toEqual({ kind: 'at-most', documents: 10 });
  expect(lagText(few)).toBe('≤ 10');
  expect(lagTitle(few)).toContain('At most 10 documents');
  expect(lagOf(after('A:1-id'), reading({ documents: 5, changeVector: 'A:60-id' }, 'A:99-id'))).toEqual({
    kind: 'at-most',
    documents: 5,
  });
});

it('uses the vector of the database with several nodes', () => {
  // The newest document is reached, an older one of another node is not.
  const source = reading({ documents: 100, changeVector: 'B:30-b' }, 'A:51-a, B:30-b');
  expect(lagOf(after('A:50-a, B:30-b'), source)).toEqual({ kind: 'at-most', documents: 1 });
  expect(lagOf(after('A:51-a, B:30-b'), source)).toEqual({ kind: 'exactly', documents: 0 });
  expect(
    lagOf(after('A:51-a, B:30-b'), reading({ documents: 1, changeVector: 'B:30-b' }, null)),
  ).toMatchObject({
    kind: 'unknown',
  });
});

it('says why it is unknown', () => {
  const read = reading({ documents: 1, changeVector: 'A:1-id' }, 'A:1-id');
  const reason = (of: object, from: SourceReading | undefined = read) =>
    lagTitle(lagOf({ ...subscription, ...of }, from));
  expect(reason({ query: 'nonsense' })).toContain('cannot be read from the query');
  expect(reason({ query: 'from Orders (Revisions = true)' })).toContain('revisions');
  expect(reason({ isSharded: true })).toContain('shard');
  expect(reason({ query: 'from Others' })).toContain('first 12 collections');
  expect(reason({ startsAfter: 'odd' })).toContain('unknown form');
  expect(lagTitle(lagOf(subscription, undefined))).toContain('not read yet');
  expect(reason({}, reading({ failed: 'disk full' }, null))).toBe('disk full');
});
