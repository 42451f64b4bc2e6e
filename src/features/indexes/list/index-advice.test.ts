import { describe, expect, it } from 'vitest';
import type { IndexOutline } from '../../../protocol/index-outlines.ts';
import { findAdvice } from './index-advice.ts';
import { indexStats } from './stats-for-tests.ts';

const options = {
  now: Date.parse('2026-11-23T00:00:00Z'),
  unusedDays: 30,
  days: (count: number) => `${count} days`,
};

function outline(name: string, map: string, part: Partial<IndexOutline> = {}): IndexOutline {
  return { name, type: 'Map', maps: [map], reduce: null, fields: new Map(), rest: '[]', ...part };
}

function advise(outlines: readonly IndexOutline[]) {
  const stats = outlines.map(({ name, type }) => indexStats({ name, type }));
  return findAdvice(stats, outlines, options).map(({ kind, index, other }) => [kind, index, other]);
}

const byCompany = 'from o in docs.Orders select new { o.Company }';
const byBoth = 'from order in docs.Orders select new { order.Company, order.Freight }';

describe('findAdvice', () => {
  it('finds indexes without a query for some days, and new ones are not unused', () => {
    const created = '2026-01-01T00:00:00.0000000Z';
    const stats = [
      indexStats({ name: 'Never', created, lastQuery: '2026-01-01T00:00:00.0500000Z' }),
      indexStats({ name: 'Unknown', created, lastQuery: null }),
      indexStats({ name: 'Old', created, lastQuery: '2026-10-01T00:00:00.0000000Z' }),
      indexStats({ name: 'Used', created, lastQuery: '2026-11-22T00:00:00.0000000Z' }),
      indexStats({ name: 'New', created: '2026-11-20T00:00:00.0000000Z', lastQuery: null }),
      indexStats({ name: 'NoDates' }),
      indexStats({ name: 'ReplacementOf/Old', created, lastQuery: null }),
    ];
    expect(findAdvice(stats, [], options)).toEqual([
      {
        kind: 'unused',
        index: 'Never',
        other: null,
        evidence: 'No query since it was created 326 days ago.',
      },
      {
        kind: 'unused',
        index: 'Unknown',
        other: null,
        evidence: 'No query since it was created 326 days ago.',
      },
      { kind: 'unused', index: 'Old', other: null, evidence: 'Last query 53 days ago.' },
    ]);
  });

  it('finds duplicates, whatever their white space', () => {
    expect(advise([outline('B', byCompany), outline('A', byCompany.replaceAll(' ', '\n '))])).toEqual([
      ['duplicate', 'B', 'A'],
    ]);
  });

  it('does not call indexes duplicates that differ in options, reduce or configuration', () => {
    expect(
      advise([
        outline('A', 'custom'),
        outline('B', 'custom', { fields: new Map([['Company', { Indexing: 'Search' }]]) }),
        outline('C', 'custom', { reduce: 'group' }),
        outline('D', 'custom', { rest: '["Lucene"]' }),
      ]),
    ).toEqual([]);
  });

  it('finds an index whose fields another has', () => {
    expect(advise([outline('Small', byCompany), outline('Large', byBoth)])).toEqual([
      ['redundant', 'Small', 'Large'],
    ]);
  });

  it('keeps one of two indexes with the same fields', () => {
    const again = 'from x in docs.Orders select new { x.Company }';
    expect(advise([outline('A', byCompany), outline('B', again)])).toEqual([['redundant', 'B', 'A']]);
  });

  it('does not call an index redundant when options, expressions, kind or collection differ', () => {
    const search = new Map([['Company', { Indexing: 'Search' }]]);
    const auto = { type: 'AutoMap' };
    const text = new Map([['search(Company)', { Indexing: 'Search' }]]);
    for (const small of [
      outline('Small', byCompany, { fields: search }),
      outline('Small', 'from o in docs.Orders select new { Company = o.Company.ToLower() }'),
      outline('Small', 'from o in docs.Companies select new { o.Company }'),
      outline('Small', byCompany, { reduce: 'r' }),
      outline('Auto/Orders/ByCompany', 'Orders:[<Name:Company>]', auto),
    ])
      expect(advise([small, outline('Large', byBoth)])).toEqual([]);
    expect(
      advise([
        outline('Auto/1', 'Orders:[<Name:Company>]', { ...auto, fields: text }),
        outline('Auto/2', 'Orders:[<Name:Company>,<Name:Freight>]', auto),
      ]),
    ).toEqual([]);
  });

  it('finds indexes that one index can replace, and says with which fields', () => {
    const freight = 'from x in docs.Orders select new { x.Freight }';
    const stats = ['A', 'B', 'C'].map((name) => indexStats({ name, type: 'Map' }));
    const outlines = [
      outline('A', byCompany),
      outline('B', freight),
      outline('C', 'from o in docs.Orders select new { Company = o.Name }'),
    ];
    expect(findAdvice(stats, outlines, options)).toEqual([
      {
        ...{ kind: 'mergeable', index: 'B', other: 'A', merge: ['A', 'B'] },
        evidence: 'Plain maps of Orders with the same settings: one index with Company, Freight replaces 2.',
      },
    ]);
  });

  it.each([
    ['a reduce', { reduce: 'r' }],
    ['another configuration', { rest: '["Lucene"]' }],
    ['options for all fields', { fields: new Map([['__all_fields', { Storage: 'Yes' }]]) }],
    ['another language', { type: 'JavaScriptMap' }],
    ['two maps', { maps: [byCompany, byCompany] }],
  ])('does not merge an index with %s', (_what, part) => {
    const freight = 'from x in docs.Orders select new { x.Freight }';
    expect(advise([outline('A', byCompany), outline('B', freight, part)])).toEqual([]);
  });

  it('finds redundant automatic indexes', () => {
    const auto = { type: 'AutoMap' };
    expect(
      advise([
        outline('Auto/Orders/ByCompany', 'Orders:[<Name:Company>]', auto),
        outline('Auto/Orders/ByCompanyAndFreight', 'Orders:[<Name:Company>,<Name:Freight>]', auto),
      ]),
    ).toEqual([['redundant', 'Auto/Orders/ByCompany', 'Auto/Orders/ByCompanyAndFreight']]);
  });
});
