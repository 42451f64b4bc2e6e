import { describe, expect, it, test } from 'vitest';
import { hoverDocsAt } from './hover-docs.ts';
import { functions, keywords } from './keywords.ts';

/** `|` marks the pointer. */
function hover(marked: string) {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = hoverDocsAt(text, at);
  return found && { over: text.slice(found.start, found.end), title: found.title, note: found.note };
}

test.each([
  ['fr|om Orders', 'from', 'from'],
  ['from Orders or|der by A', 'order by', 'order by'],
  ['from Orders order b|y A', 'order by', 'order by'],
  ['from Orders where A al|l in (1)', 'all in', 'all in'],
  ['from Orders where A i|n (1)', 'in', 'in'],
  ['declare func|tion f(x) { }', 'declare function', 'declare function'],
  ['from Orders where startsW|ith(A, 1)', 'startsWith', 'startsWith(Field, …)'],
  ['from A where spatial.with|in(B, C)', 'spatial.within', 'spatial.within(…)'],
  ['from A where spat|ial.within(B, C)', 'spatial.within', 'spatial.within(…)'],
  ['from A where B >|= 1', '>=', '>='],
  ['from A select SU|M(B)', 'SUM', 'sum(…)'],
])('describes the word at %s', (text, over, title) => {
  expect(hover(text)).toMatchObject({ over, title });
});

it.each([
  'from Or|ders',
  "from A where B = 'or|der by'",
  'from A // or|der by',
  'from A as a where a.lim|it = 1',
  'from A where lim|it.x = 1',
  'from A where coun|t = 1',
  'from A update { if (a) lo|ad(b) }',
  'from A as a select { load: a.lo|ad(1) }',
  'from A where x.sea|rch(B)',
  'from A wher|',
])('describes nothing at %s', (text) => {
  expect(hover(text)).toBeNull();
});

describe('notes', () => {
  it('name places and servers', () => {
    expect(hover('from A where fuz|zy(B = 1, 0.5)')?.note).toBe(
      'In where; RavenDB: indexes of the Lucene engine only.',
    );
    expect(hover('from A group by B select ke|y()')?.note).toBe('In select; with group by.');
    expect(hover('from A select timeser|ies(from B)')?.note).toBe('In select, include.');
  });

  it('and descriptions exist for every word of the table', () => {
    for (const { name, description } of functions)
      expect(hoverDocsAt(`${name}(x)`, name.length - 1)).toMatchObject({ description, start: 0 });
    for (const { name, description } of keywords)
      expect(hoverDocsAt(name, 0)).toMatchObject({ description, start: 0, end: name.length });
  });
});
