import { describe, expect, it } from 'vitest';
import {
  copiedQuery,
  copyOptions,
  copyProblem,
  DEFAULT_DOCUMENTS_PER_SECOND,
  hasIgnoredClauses,
  planOf,
} from './copy-options.ts';

const source = { connection: 'sandbox', database: 'shop' };
const valid = copyOptions.parse({ targetConnection: 'live', targetDatabase: 'shop' });

describe('the options of a copy', () => {
  it('fall back to defaults one by one', () => {
    const read = copyOptions.parse({ sample: 'wrong', settings: ['revisions'], referenceLevels: 9 });
    expect(read).toMatchObject({ sample: 'all', settings: ['revisions'], referenceLevels: 0, indexes: true });
  });

  it.each([
    [{ targetConnection: '' }, 'Choose a target connection.'],
    [{ targetDatabase: 'a b' }, 'not a space'],
    [{ create: false, targetDatabase: '' }, 'Choose a target database.'],
    [{ targetConnection: 'sandbox', targetDatabase: 'SHOP' }, 'the same database'],
    [{ collections: [] }, 'at least one collection'],
    [{ documents: 'query' as const }, 'Enter a query.'],
    [{ sample: 'random' as const, count: null }, 'how many documents'],
    [{ documents: 'none' as const, indexes: false }, 'Select something to copy.'],
  ])('%j cannot be copied', (part, problem) => {
    expect(copyProblem({ ...valid, ...part }, source)).toContain(problem);
  });

  it('become a plan with settings in the order in which they are written', () => {
    expect(copyProblem(valid, source)).toBeUndefined();
    const plan = planOf(
      {
        ...valid,
        settings: ['expiration', 'compression'],
        maskedFields: 'Email, ShipTo.City',
        sample: 'newest',
        megabytesPerSecond: 2,
      },
      source,
    );
    expect(plan).toMatchObject({
      target: { connection: 'live', database: 'shop', create: true },
      sample: { kind: 'newest', count: 1000 },
      settings: ['compression', 'expiration'],
      maskedFields: ['Email', 'ShipTo.City'],
      bytesPerSecond: 2 * 1024 * 1024,
    });
  });
});

describe('the rate limit', () => {
  const rateOf = (part: Partial<typeof valid>, from = source): number | null =>
    planOf({ ...valid, ...part }, from).documentsPerSecond;

  it('is preset when a server is read or written', () => {
    expect(rateOf({})).toBe(DEFAULT_DOCUMENTS_PER_SECOND);
    const server = { connection: 'live', database: 'shop' };
    expect(rateOf({ targetConnection: 'sandbox' }, server)).toBe(DEFAULT_DOCUMENTS_PER_SECOND);
    expect(rateOf({ targetConnection: 'sandbox' })).toBeNull();
  });

  it('can be cleared and changed', () => {
    expect(rateOf({ documentsPerSecond: null })).toBeNull();
    expect(rateOf({ documentsPerSecond: 300 })).toBe(300);
    expect(copyOptions.parse({ documentsPerSecond: null }).documentsPerSecond).toBeNull();
  });
});

it('copies complete documents of a query, without its paging and projection', () => {
  const query = "from Orders where Company = 'limit' select Freight include Employee limit 5";
  expect(copiedQuery(query).trim()).toBe("from Orders where Company = 'limit'");
  expect(hasIgnoredClauses(query)).toBe(true);
  expect(hasIgnoredClauses("from Orders where Company = 'limit'")).toBe(false);
});
