import { describe, expect, it, test } from 'vitest';
import { readQueryAnswer, type PlanNode } from '../../../protocol/queries.ts';
import { adviceOn } from './advice.ts';
import { withSeenIndexes } from './auto-index-churn.ts';
import { conditionsOf } from './conditions.ts';
import { mixedNumbers } from './corax-rules.ts';
import { hiddenQuery, hiddenRanges } from './hidden-fractions.ts';
import { nullOrder } from './null-order.ts';
import { selectedPaths } from './projection.ts';
import type { AdviceInput } from './rules.ts';

const node = (operation: string, more: Partial<PlanNode> = {}): PlanNode => ({
  operation,
  parameters: {},
  children: [],
  entriesIn: null,
  entriesOut: null,
  estimate: null,
  ownMs: null,
  totalMs: null,
  ...more,
});

interface Given {
  readonly query?: string;
  readonly plan?: PlanNode;
  readonly rows?: readonly unknown[];
  readonly scanned?: number;
  readonly total?: number;
  readonly stored?: AdviceInput['stored'];
  readonly corax?: AdviceInput['corax'];
  readonly autoIndexes?: AdviceInput['autoIndexes'];
  readonly indexName?: string;
  readonly parameters?: AdviceInput['parameters'];
  readonly hidden?: AdviceInput['hidden'];
}

function titles(given: Given): string[] {
  return advise(given).map(({ title }) => title);
}

function advise({
  query = 'from Orders',
  plan,
  rows = [{}],
  scanned = 0,
  total,
  stored,
  corax,
  parameters,
  autoIndexes,
  indexName,
  hidden,
}: Given) {
  const raw = JSON.stringify({
    Results: rows,
    ScannedResults: scanned,
    TotalResults: total ?? rows.length,
    IndexName: indexName ?? 'Orders/ByX',
  });
  return adviceOn({
    query,
    parameters: parameters ?? {},
    answer: { ...readQueryAnswer(raw, 1, '/queries'), plan: plan ?? null },
    stored: stored ?? null,
    corax: corax ?? null,
    autoIndexes: autoIndexes ?? [],
    hidden: hidden ?? [],
  });
}

/** In the sandbox. */
const sandbox = { corax: { kind: 'differs' as const, version: '6.2 and 7.1' } };

const count = (value: number) => ({ parameters: { Count: String(value), CountConfidence: 'High' } });

describe('a sort of everything', () => {
  const sort = (entries: number, input = 'AllEntriesMatch') =>
    node('SortingMatch', { parameters: { FieldName: 'Date' }, children: [node(input, count(entries))] });

  it('is named with its counts', () => {
    expect(advise({ plan: sort(12_000) })).toMatchObject([
      {
        id: 'sort-of-everything',
        evidence: 'The sort by Date received all 12,000 entries, and 1 row was returned.',
      },
    ]);
    expect(titles({ plan: node('Limit', { children: [sort(5_000, 'CollectionScan')] }) })).toHaveLength(1);
  });

  it('is no advice for few entries, or after a condition', () => {
    expect(titles({ plan: sort(100) })).toEqual([]);
    expect(titles({ plan: sort(12_000, 'TermMatch') })).toEqual([]);
    expect(titles({})).toEqual([]);
  });
});

describe('a filter', () => {
  const filter = (entriesIn: number, entriesOut: number) => node('Filter', { entriesIn, entriesOut });
  it('that drops more than nine of ten is named, measured or by the documents scanned', () => {
    expect(advise({ plan: filter(10_000, 20) })).toMatchObject([
      { evidence: 'filter read 10,000 documents and kept 20 (0.20 %).' },
    ]);
    expect(titles({ scanned: 5_000 })).toEqual(['filter drops nearly everything']);
  });
  it('that keeps more, or reads little, is not', () => {
    expect(titles({ plan: filter(10_000, 1_001) })).toEqual([]);
    expect(titles({ plan: filter(999, 0) })).toEqual([]);
  });
});

describe('terms that are scanned', () => {
  const wide = (provider: string, entries: number) =>
    node('MultiTermMatch', {
      entriesOut: entries,
      children: [node(provider, { parameters: { FieldName: "Field name: 'Name' | Field id: 1" } })],
    });
  test.each([
    'EndsWithTermProvider',
    'ContainsTermProvider',
    'RegexTermProvider',
    'NotStartsWithTermProvider',
  ])('are named for %s over many entries', (provider) => {
    expect(titles({ plan: wide(provider, 50_000) })).toEqual(['Every term of Name is scanned']);
    expect(titles({ plan: wide(provider, 50) })).toEqual([]);
  });
  it('are not named for a prefix', () => {
    expect(titles({ plan: wide('StartsWithTermProvider', 50_000) })).toEqual([]);
  });
});

describe('a projection', () => {
  const query = "from index 'Orders/ByX' as o select { Company: o.Company, Sum: o.Total }";
  const stored = (...names: string[]) => ({ names: new Set(names), all: false });
  it('of fields that the index stores needs no document', () => {
    expect(advise({ query, stored: stored('Company', 'Total') })).toMatchObject([
      { id: 'projection-of-stored-fields', instead: 'select o.Company, o.Total as Sum' },
    ]);
    expect(titles({ query, stored: { names: new Set(), all: true } })).toHaveLength(1);
  });
  it('of another field, of a call or without an index is no advice', () => {
    expect(titles({ query, stored: stored('Company') })).toEqual([]);
    expect(
      titles({ query: query.replace('o.Total', 'f(o.Total)'), stored: stored('Company', 'Total') }),
    ).toEqual([]);
    expect(titles({ query })).toEqual([]);
  });
  it('is read only when each member is one field', () => {
    expect(selectedPaths('from Orders as o select { A: o.B.C }')).toBeNull();
    expect(selectedPaths('from Orders as o select o.A')).toBeNull();
    expect(selectedPaths('from Orders select { A: 1 }')).toBeNull();
  });
});

describe.each(['6.2', '7.1'])('on RavenDB %s with Corax', (version) => {
  const corax = { corax: { kind: 'answered' as const, version } };

  it('an unequal condition under or loses documents without the field', () => {
    const query = "from Orders where (A != 'x' and B = 1) or C = 2";
    expect(advise({ ...corax, query: "from Orders where A != 'x' or B = 1" })).toMatchObject([
      { title: 'Documents without A are lost', instead: '… or not exists(A)' },
    ]);
    expect(titles({ ...corax, query: "from Orders where B = 1 or o.A <> 'x'" })).toEqual([
      'Documents without o.A are lost',
    ]);
    expect(titles({ ...corax, query: "from Orders where A != 'x' and B = 1" })).toEqual([]);
    expect(titles({ ...corax, query: "from Orders where A = 'x' or B = 1" })).toEqual([]);
    // Seen on the server: a condition that is joined by and first is not affected.
    expect(titles({ ...corax, query })).toEqual([]);
    expect(titles({ query: "from Orders where A != 'x' or B = 1" })).toEqual([]);
  });

  it('a whole number is compared with whole parts, shown when the rows have fractions', () => {
    const query = 'from Orders where Price = 0';
    expect(advise({ ...corax, query, rows: [{ Price: 0.4 }, { Price: 0 }] })).toMatchObject([
      { title: 'Price is compared as a whole number', instead: 'Price = 0.0' },
    ]);
    expect(
      titles({
        ...corax,
        query: 'from Orders as o where o.Total.Net > 10',
        rows: [{ Total: { Net: 11.5 } }],
      }),
    ).toHaveLength(1);
    expect(
      titles({
        ...corax,
        query: 'from Orders where Price > $p',
        parameters: { p: 10 },
        rows: [{ Price: 10.5 }],
      }),
    ).toHaveLength(1);
    expect(titles({ ...corax, query, rows: [{ Price: 0 }] })).toEqual([]);
    expect(titles({ ...corax, query: 'from Orders where Price = 0.0', rows: [{ Price: 0.4 }] })).toEqual([]);
    expect(titles({ query, rows: [{ Price: 0.4 }] })).toEqual([]);
  });

  it('in the sandbox the entries that a server returns as well are counted', () => {
    const query = 'from Orders where Price = 0';
    const [range] = hiddenRanges(query, {});
    if (!range) throw new Error('no range');
    const given = { ...sandbox, query, rows: [{ Price: 0 }] };
    expect(advise({ ...given, hidden: [{ ...range, count: 3 }] })).toMatchObject([
      {
        title: 'RavenDB 6.2 and 7.1 with Corax answers differently',
        evidence: expect.stringContaining(
          '3 more entries have a fraction between -1 and 1 in Price',
        ) as string,
        instead: 'Price = 0.0',
      },
    ]);
    expect(titles({ ...given, hidden: [{ ...range, count: 0 }] })).toEqual([]);
  });

  test.each([
    ['Price = 0', { low: -1, high: 1 }, 'Price > -1 and Price < 1 and Price != 0'],
    ['o.Price = 5', { low: 5, high: 6 }, 'Price > 5 and Price < 6'],
    ['Price = -5', { low: -6, high: -5 }, 'Price > -6 and Price < -5'],
    ['Price <= 2', { low: 2, high: 3 }, 'Price > 2 and Price < 3'],
    ['Price >= -2', { low: -3, high: -2 }, 'Price > -3 and Price < -2'],
  ])('%s hides fractions between two numbers', (condition, bounds, where) => {
    const query = `from Orders${condition.startsWith('o.') ? ' as o' : ''} where ${condition}`;
    const [range] = hiddenRanges(query, {});
    expect(range).toMatchObject(bounds);
    expect(range && hiddenQuery("It's", query, range)).toBe(`from index 'It\\'s' where ${where} limit 0, 1`);
  });

  test.each(['Price > 2', 'Price <= -2', 'Price >= 2', 'Price = 0.5', "Name = 'x'", 'Lines[].Price = 1'])(
    '%s hides nothing that can be counted',
    (condition) => expect(hiddenRanges(`from Orders where ${condition}`, {})).toEqual([]),
  );

  test.each([
    ['Price between 12 and 1', 'Price between 1 and 12'],
    ["Name between 'x3' and 'x1'", "Name between 'x1' and 'x3'"],
    ['Price between -1 and -5.5', 'Price between -5.5 and -1'],
  ])('%s is answered', (condition, instead) => {
    expect(advise({ ...corax, query: `from Orders where ${condition}` })).toMatchObject([{ instead }]);
    expect(titles({ ...corax, query: `from Orders where ${instead}` })).toEqual([]);
  });

  test.each([
    ['Price between 1 and 2.5', 'Price between 1.0 and 2.5'],
    ['Price in (0, 3.7, 5)', 'Price in (0.0, 3.7, 5.0)'],
  ])('%s is refused', (condition, instead) => {
    expect(mixedNumbers(`from Orders where ${condition}`, {}, version)).toMatchObject([{ instead }]);
    expect(mixedNumbers(`from Orders where ${instead}`, {}, version)).toEqual([]);
  });
});

describe('the total count', () => {
  const query = "from Orders where startsWith(Name, 'n') limit 5";
  const multi = node('DeduplicationMatch', { children: [node('MultiTermMatch')] });
  const given = { query, plan: multi, total: 20_000, rows: [{}, {}, {}, {}, {}] };

  it('that reads every match for a small page is named', () => {
    expect(advise(given)).toMatchObject([
      {
        id: 'total-of-everything',
        evidence:
          '5 rows of 20,000 matches were returned. Nothing is sorted, so the other matches were read only to count them.',
      },
    ]);
    expect(advise({ ...given, ...sandbox })[0]?.instead).toContain('The sandbox always counts.');
  });

  it.each([
    ['a sort, which reads them all', { plan: node('SortingMatch', { children: [multi] }) }],
    ['one term, whose count is stored', { plan: node('TermMatch [SmallSet]', count(20_000)) }],
    ['a plan that stopped early', { plan: node('MultiTermMatch', { parameters: { StoppedEarly: 'True' } }) }],
    ['few matches', { total: 8_000 }],
    ['no limit', { query: "from Orders where startsWith(Name, 'n')" }],
    ['no plan', { plan: undefined }],
    ['a page of a tenth', { rows: Array.from({ length: 2_001 }, () => ({})) }],
  ])('is no advice with %s', (_what, change) => {
    const { plan, ...rest } = { ...given, ...change };
    expect(titles({ ...rest, ...(plan ? { plan } : {}) })).toEqual([]);
  });
});

describe('automatic indexes', () => {
  const second = 1_000;
  const index = (fields: string, created: number, queried = created + second) => ({
    ...{ name: `Auto/Orders/By${fields}`, created: created * second, queried: queried * second },
  });
  const wide = index('CompanyAndFreightAndShipTo.City', 60, 61);
  const indexName = wide.name;
  const found = (...autoIndexes: AdviceInput['autoIndexes']) =>
    advise({ indexName, autoIndexes: [wide, ...autoIndexes] });

  it('that a query widened are named', () => {
    expect(found(index('Company', 57))).toMatchObject([
      {
        title: 'A query widened the automatic index of Orders',
        evidence: `${indexName} has all fields of Auto/Orders/ByCompany and was created 3 s after it. 2 indexes indexed the whole collection.`,
        instead:
          'Run the query with all fields first, or define one static index with Company, Freight, ShipTo.City.',
      },
    ]);
  });

  it('that replace each other are named with the first of them', () => {
    const [advice] = found(index('FreightAndCompany', 50), index('Company', 20));
    expect(advice?.title).toBe('The automatic indexes of Orders are replaced again and again');
    expect(advice?.evidence).toContain('Auto/Orders/ByCompany, Auto/Orders/ByFreightAndCompany');
    expect(advice?.evidence).toContain('40 s after the first of them. 3 indexes');
  });

  it.each([
    ['alone', []],
    ['of another collection', [{ ...index('Company', 57), name: 'Auto/Products/ByCompany' }]],
    ['with another field', [index('CompanyAndFreighter', 57)]],
    ['with a grouping', [{ ...index('Company', 57), name: 'Auto/Orders/ByCountReducedByCompany' }]],
    ['that is newer', [index('Company', 61)]],
    ['that is much older', [index('Company', -600)]],
    ['without times', [{ ...index('Company', 57), created: Number.NaN }]],
  ])('are no advice with one %s', (_what, others) => {
    expect(found(...others)).toEqual([]);
  });

  it('are no advice when the index is not new, or another one answered', () => {
    const old = { ...wide, queried: (60 + 601) * second };
    expect(advise({ indexName, autoIndexes: [old, index('Company', 57)] })).toEqual([]);
    expect(advise({ indexName: 'Orders/ByX', autoIndexes: [wide, index('Company', 57)] })).toEqual([]);
  });

  it('are remembered after the server deleted them, for each database', () => {
    withSeenIndexes('a', [index('Company', 57)]);
    expect(withSeenIndexes('a', [wide]).map(({ name }) => name)).toEqual([
      'Auto/Orders/ByCompany',
      wide.name,
    ]);
    expect(withSeenIndexes('b', [wide])).toEqual([wide]);
  });
});

describe('in the sandbox', () => {
  test.each([
    ["A != 'x' or B = 1", [{}]],
    ['Price > 10', [{ Price: 10.5 }]],
    ['Price between 12 and 1', [{}]],
    ['Price between 1 and 2.5', [{}]],
    ['Price in (0, 3.7, 5)', [{}]],
  ])('%s has the evidence of a server', (condition, rows) => {
    const query = `from Orders where ${condition}`;
    const advice = advise({ ...sandbox, query, rows });
    expect(advice.map(({ title }) => title)).toEqual(['RavenDB 6.2 and 7.1 with Corax answers differently']);
    const onServer = [
      ...advise({ corax: { kind: 'answered', version: '6.2 and 7.1' }, query, rows }),
      ...mixedNumbers(query, {}, '6.2 and 7.1'),
    ];
    expect(advice.map(({ evidence }) => evidence)).toEqual(onServer.map(({ evidence }) => evidence));
    expect(advise({ query, rows })).toEqual([]);
  });

  test.each([
    ["A != 'x' and B = 1", [{}]],
    ['Price > 10.0', [{ Price: 10.5 }]],
    ['Price > 10', [{ Price: 11 }]],
    ['Price between 1 and 12', [{}]],
    ['Price in (0, 3, 5)', [{}]],
  ])('%s has none', (condition, rows) => {
    expect(advise({ ...sandbox, query: `from Orders where ${condition}`, rows })).toEqual([]);
  });
});

describe('conditions', () => {
  it('are read with paths, literals and parameters', () => {
    expect(
      conditionsOf("from Orders as o where o.A.B >= -1.5 and C in ('x', $y) or not D = true limit 5", {
        y: 3,
      }),
    ).toMatchObject([
      { path: 'o.A.B', operator: '>=', values: [{ kind: 'fraction', number: -1.5 }] },
      { path: 'C', operator: 'in', values: [{ kind: 'text' }, { kind: 'whole', number: 3 }] },
      { path: 'D', operator: '=', values: [{ kind: 'other' }] },
    ]);
  });
  it.each([
    '',
    'from Orders',
    'from Orders where',
    "from Orders where search(A, 'x = 1')",
    'from Orders where A =',
  ])('of %j are none', (query) => {
    expect(conditionsOf(query)).toEqual([]);
  });
});

describe('the place of nulls', () => {
  test.each([
    ['from Ns order by N nulls first', 'first', 'order by N'],
    ['from Ns order by N as double desc nulls last', 'last', 'order by N as double desc'],
    ['from Ns order by A, N as long nulls LAST limit 2', 'last', /static index/],
    ['from Ns where A = 1 order by N desc nulls first select N', 'first', /static index/],
  ])('%s is refused by servers', (query, side, instead) => {
    const [advice] = advise({ query, ...sandbox });
    expect(advice?.title).toBe(`nulls ${side} is a syntax error on servers`);
    expect(advice?.instead).toMatch(instead);
    expect(nullOrder(query, '7.1')[0]?.evidence).toMatch(/^RavenDB 7\.1 does not read nulls/);
  });

  test.each([
    'from Ns order by N',
    'from Ns order by nulls',
    'from Ns order by A, nulls',
    "from Ns where A = 'nulls first' order by N // nulls first",
    'from Ns where nulls = 1 and first = 2 order by x.nulls',
  ])('%s has none', (query) => {
    expect(titles({ query, ...sandbox })).toEqual([]);
  });
});
