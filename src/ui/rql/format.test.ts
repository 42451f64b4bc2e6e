import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatEdits, formatRql } from './format.ts';
import { tokenize } from './tokens.ts';

const tokensOf = (text: string): string[] =>
  tokenize(text).map(({ kind, text: token }) => `${kind} ${token}`);

test.each([
  [
    "from   Orders where ShipTo.Country='Spain' and Freight>-50 order by Freight as double desc limit 20",
    "from Orders\nwhere ShipTo.Country = 'Spain' and Freight > -50\norder by Freight as double desc\nlimit 20",
  ],
  ['from Orders\n\n\n  limit 5\n  offset 2 ;', 'from Orders\n\nlimit 5 offset 2 ;'],
  ["from index  'A/B'  as x", "from index 'A/B' as x"],
  ['from A where B>=1 and C != 2 or D<>3', 'from A\nwhere B >= 1 and C != 2 or D <> 3'],
  [
    "from A where search ( B , 'x' )and not( C in( 1,2 ) )",
    "from A\nwhere search(B, 'x') and not (C in (1, 2))",
  ],
  [
    'from A where Lines[].Product = $p include timings( )',
    'from A\nwhere Lines[].Product = $p\ninclude timings()',
  ],
  ['from A group by B, C select B , count( )', 'from A\ngroup by B, C\nselect B, count()'],
  ['from A as a where a.limit = 1 and a.order = 2', 'from A as a\nwhere a.limit = 1 and a.order = 2'],
  ['', ''],
  ['  \n ', ''],
])('formats %j', (text, formatted) => {
  expect(formatRql(text)).toBe(formatted);
});

test('breaks a long condition at and and or, but not at the and of between', () => {
  expect(
    formatRql(
      "from Orders where Freight between 10 and 50 and ShipTo.Country in ('Spain', 'France', 'Italy') or Company = $company",
    ),
  ).toBe(
    "from Orders\nwhere Freight between 10 and 50\n  and ShipTo.Country in ('Spain', 'France', 'Italy')\n  or Company = $company",
  );
});

test('breaks a long list at its commas, not at those of calls', () => {
  expect(
    formatRql(
      'from Orders as o select o.Company, o.OrderedAt, spatial.distance(o.Lat, o.Lng, 48.0, 2.0) as Distance, o.Freight',
    ),
  ).toBe(
    'from Orders as o\nselect o.Company,\n  o.OrderedAt,\n  spatial.distance(o.Lat, o.Lng, 48.0, 2.0) as Distance,\n  o.Freight',
  );
});

test('keeps comments at the end of their line or in their own line', () => {
  expect(
    formatRql('// all\nfrom Orders // the big ones\n    // and\nwhere A = 1 /* one */ and B = 2\n  // last'),
  ).toBe('// all\nfrom Orders // the big ones\n// and\nwhere A = 1 /* one */ and B = 2\n// last');
  expect(formatRql('from A where B = 1 // b\nand C = 2')).toBe('from A\nwhere B = 1 // b\n  and C = 2');
});

test('leaves scripts as they are', () => {
  const script = '{\n    const a  = o.X/2 ;\n  return { A:a }\n}';
  expect(formatRql(`declare function f(o)${script} from Orders as o select f( o ) limit 5`)).toBe(
    `declare function f(o) ${script}\nfrom Orders as o\nselect f(o)\nlimit 5`,
  );
  expect(formatRql('from A update{ this.B  = 1 }')).toBe('from A\nupdate { this.B  = 1 }');
});

test.each([
  "from A as a select { B: a.B.replace(/'/g, '  ') } limit   5",
  'from A as a select { B: a.B.match(/}/), C: "x  y" } limit   5',
  'from A as a select { B: `${a.B ? `}` : ""}  x` } limit   5',
])('leaves everything after the brace of an uncertain script as it is: %s', (text) => {
  const at = text.indexOf('{');
  expect(formatRql(text)).toBe(`from A as a\nselect ${text.slice(at)}`);
});

test('edits white space only, and none in a formatted query', () => {
  const text = "from  Orders where A='x  y' limit 3";
  for (const { start, end } of formatEdits(text)) expect(text.slice(start, end).trim()).toBe('');
  expect(formatEdits(formatRql(text))).toEqual([]);
});

const words = fc.constantFrom(
  ...[
    'from',
    'Orders',
    'where',
    'and',
    'or',
    'not',
    'in',
    'between',
    'order',
    'by',
    'group',
    'select',
    'limit',
  ],
  ...[
    'offset',
    'include',
    'filter',
    'declare',
    'function',
    'f',
    'load',
    'as',
    'o',
    'update',
    'count',
    'desc',
  ],
);
const marks = fc.constantFrom(
  ...['(', ')', '[', ']', '{', '}', ',', '.', '=', '>', '<', '!', '-', '*', '/', '$', '@', ':', ';', '`'],
);
const others = fc.constantFrom(
  ...[
    '5',
    '12.5',
    '$p',
    "'a  b'",
    '"x"',
    '`t ${a} `',
    '// note\n',
    '/* c */',
    '/* two\nlines */',
    "'open",
    'Größe',
  ],
  'a long word that makes clauses too long for one line',
);
const spaces = fc.constantFrom('', ' ', '  ', '\n', '\n\n', '\n \n', '\t');
const anyQuery = fc
  .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: words }, marks, others), spaces), { maxLength: 40 })
  .map((pieces) => pieces.flat().join(''));

test('never changes, adds or removes a token, and formats a formatted query as it is', () => {
  fc.assert(
    fc.property(fc.oneof(anyQuery, fc.string({ maxLength: 60, unit: 'grapheme' })), (text) => {
      const once = formatRql(text);
      expect(tokensOf(once)).toEqual(tokensOf(text));
      expect(formatRql(once)).toBe(once);
    }),
    { numRuns: 3000 },
  );
});
