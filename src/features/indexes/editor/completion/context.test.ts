import { describe, expect, it } from 'vitest';
import { contextAt } from './context.ts';
import { suggestionsAt, type CompletionSource } from './suggestions.ts';

/** The context at the `|` of a text. */
function at(marked: string, part: 'map' | 'reduce' | 'source' = 'map') {
  const offset = marked.indexOf('|');
  return contextAt(marked.replace('|', ''), offset, part);
}

describe('the completion context', () => {
  it('offers collections in map, in load and after docs', () => {
    for (const text of ["map('|", 'map("Or|")', "const c = load(o.Company, '|')", 'from o in docs.|'])
      expect(at(text), text).toEqual({ kind: 'collection' });
  });

  it('resolves variables to the documents they refer to', () => {
    const field = (collection: string, path: string) => ({ kind: 'document-field', collection, path });
    expect(at("map('Orders', o => ({ A: o.| }))")).toEqual(field('Orders', ''));
    expect(at("map('Orders', function (o) { return { A: o.ShipTo?.C| } })")).toEqual(
      field('Orders', 'ShipTo'),
    );
    expect(at("map('Orders', o => o.Lines.map(l => ({ N: l.| })))")).toEqual(field('Orders', 'Lines'));
    expect(at("map('Orders', o => { const c = load(o.Company, 'Companies'); return { N: c.| } })")).toEqual(
      field('Companies', ''),
    );
    expect(at('from o in docs.Orders select new { o.| }')).toEqual(field('Orders', ''));
    expect(at('from o in docs.Orders from l in o.Lines select new { l.| }')).toEqual(
      field('Orders', 'Lines'),
    );
    expect(at('docs.Orders.Select(o => new { o.| })')).toEqual(field('Orders', ''));
    expect(at("map('Orders', o => ({ A: other.| }))")).toEqual({ kind: 'none' });
  });

  it('finds groups and results in a reduce', () => {
    expect(at('groupBy(x => x.|)', 'reduce')).toEqual({ kind: 'output-field' });
    const aggregate =
      'groupBy(x => x.A).aggregate(g => ({ A: g.|, B: g.values.reduce((s, v) => s + v.B, 0) }))';
    expect(at(aggregate, 'reduce')).toEqual({ kind: 'group-member' });
    expect(at(aggregate.replace('|', 'key').replace('v.B', 'v.|'), 'reduce')).toEqual({
      kind: 'output-field',
    });
    expect(at('from r in results group r by r.| into g', 'reduce')).toEqual({ kind: 'output-field' });
  });

  it('offers options of created fields and their values', () => {
    expect(at("createField('A', 1, { | })")).toEqual({ kind: 'field-option' });
    expect(at("createField('A', 1, { indexing: '| })")).toEqual({
      kind: 'field-option-value',
      option: 'indexing',
    });
  });

  it('offers functions elsewhere, and nothing inside other strings', () => {
    expect(at("map('Orders', o => ({ A: |")).toEqual({ kind: 'global' });
    expect(at("map('Orders', o => ({ A: 'text |")).toEqual({ kind: 'none' });
  });
});

describe('the suggestions', () => {
  const source: CompletionSource = {
    part: 'map',
    language: 'javascript',
    collections: () => Promise.resolve(['Orders']),
    fields: () => Promise.resolve(['ShipTo', 'ShipTo.City', 'Lines', 'Lines.Name', 'Lines.Price']),
    outputFields: () => ['Company'],
  };
  const labels = async (marked: string, part: CompletionSource['part'] = 'map') =>
    (await suggestionsAt(marked.replace('|', ''), marked.indexOf('|'), { ...source, part })).map(
      ({ label }) => label,
    );

  it('are the members of the path, the outputs of the maps, and functions', async () => {
    expect(await labels("map('Orders', o => ({ A: o.| }))")).toEqual(['ShipTo', 'Lines']);
    expect(await labels("map('Orders', o => o.Lines.map(l => l.|))")).toEqual(['Name', 'Price']);
    expect(await labels('groupBy(x => x.|)', 'reduce')).toEqual(['Company']);
    expect(await labels("map('|')")).toEqual(['Orders']);
    expect(await labels('|')).toContain('createField');
    expect(await labels('|', 'reduce')).toEqual(['groupBy', 'aggregate']);
    expect(await labels("createField('A', 1, { indexing: | })")).toContain("'Exact'");
  });
});
