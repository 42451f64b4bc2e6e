/** Indexes with boosted fields, in C# and JavaScript, and the queries whose orders are compared. */
const csharp = ({ title = 'x.Title', n = 'x.N', list = 'x.L', code = 'x.Code' }) =>
  `from x in docs.Items select new { Title = ${title}, x.Body, N = ${n}, L = ${list}, Code = ${code} }`;
const javascript = ({ title = 'x.Title', n = 'x.N', list = 'x.L', code = 'x.Code' }) =>
  `map('Items', x => ({ Title: ${title}, Body: x.Body, N: ${n}, L: ${list}, Code: ${code} }))`;

export const documents = [
  ['items/1', 'apple pear', 'banana', []],
  ['items/2', 'banana', 'apple plum', ['red']],
  ['items/3', 'apple', 'apple', ['red', 'green']],
  ['items/4', 'kiwi plum', 'apple apple banana', ['red', 'green', 'blue']],
  ['items/5', null, 'cherry', ['red', 'green', 'blue', 'tan']],
].map(([Id, Title, Body, L], index) => ({
  Id,
  Type: 'PUT',
  ChangeVector: null,
  Document: {
    Title,
    Body,
    L,
    N: index + 1,
    Code: index % 2 === 0 ? 'Ca' : 'Cb',
    '@metadata': { '@collection': 'Items' },
  },
}));

/** Results come by score without `order by`. */
const ranked = [
  csharp({ title: 'x.Title.Boost(5)' }),
  csharp({ title: '((string)x.Title).Boost(5f)' }),
  'docs.Items.Select(x => new { Title = x.Title.Boost(5), Body = x.Body, N = x.N, L = x.L, Code = x.Code })',
  'from x in docs.Items let t = x.Title.Boost(5) select new { Title = t, x.Body, x.N, x.L, x.Code }',
  csharp({ title: '(x.Title + " " + x.Body).Boost(x.N)' }),
  csharp({ title: 'x.Title.Boost(5)', n: 'x.N.Boost(5)', list: 'x.L.Boost(3)', code: 'x.Code.Boost(4)' }),
  csharp({ list: 'x.L.Select(l => l.Boost(3))' }),
  csharp({ title: 'x.Title.Boost(1)' }),
  csharp({ title: 'x.Title.Boost(0.25)' }),
  csharp({ title: 'x.Title.Boost(0)' }),
  csharp({ title: 'x.Title.Boost(-2)' }),
  csharp({ title: 'x.Title.Boost("3")' }),
  csharp({ title: 'x.N > 2 ? x.Title.Boost(5) : x.Title' }),
  csharp({ title: 'x.Title.Boost(2).Boost(3)' }),
  csharp({ title: '(x.Title ?? "none").Boost(3)' }),
  csharp({ code: 'CreateField("Code", x.Code).Boost(3)' }),
  csharp({ code: 'new { A = x.Code }.Boost(3)' }),
  javascript({ title: 'boost(x.Title, 5)' }),
  javascript({
    title: 'boost(x.Title, 5)',
    n: 'boost(x.N, 5)',
    list: 'boost(x.L, 3)',
    code: 'boost(x.Code, 4)',
  }),
  javascript({ title: 'boost(x.Title, 0)' }),
  javascript({ title: 'boost(x.Title, NaN)' }),
  javascript({ title: 'boost(x.Title, x.N)' }),
  javascript({ code: "boost(createField('Code', x.Code, {}), 3)" }),
  javascript({ title: '{ $value: x.Title, $boost: 5 }', code: 'boost(x.Code, 1)' }),
];

/** Results come by score with `order by score()` only. */
const unranked = [
  javascript({ title: '{ $value: x.Title, $boost: 5 }' }),
  javascript({ title: '{ $value: x.Title, $boost: 5, Other: 1 }', list: '{ $value: x.L, $boost: 3 }' }),
];

export const indexes = [
  ...ranked.map((map) => ({ map, ranked: true })),
  ...unranked.map((map) => ({ map, ranked: false })),
];

export const conditions = [
  "search(Title, 'apple')",
  "search(Title, 'apple pear')",
  "search(Title, 'apple pear', and)",
  "search(Title, 'app*')",
  'search(Title, \'"apple pear"\')',
  "search(Title, 'apple') or search(Body, 'apple')",
  "search(Body, 'apple')",
  "Title = 'apple' or Code = 'Cb'",
  "Title = null or Code = 'Cb'",
  "Title in ('apple', 'kiwi')",
  "startsWith(Title, 'k')",
  "N = '3' or Code = 'Ca'",
  'N > 1',
  'N in (2, 3)',
  "L = 'green'",
  "L = 'green' or search(Body, 'apple')",
  "L in ('red')",
  "Code = 'Ca' or search(Title, 'apple')",
  "fuzzy(Title = 'appl', 0.6)",
];

/** Definitions or maps that fail on both. */
export const failing = [
  csharp({ title: 'x.Title.Boost(x.Nothing)' }),
  csharp({ title: 'x.Title.Boost(x.Code)' }),
  csharp({ code: 'CreateField("Code", x.Code.Boost(3))' }),
  javascript({ title: "boost(x.Title, '3')" }),
  javascript({ title: 'boost(x.Title)' }),
];
