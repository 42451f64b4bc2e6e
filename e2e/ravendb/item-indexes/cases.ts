/** Documents, counters, time series and index definitions of the comparison. */

type Entry = readonly [time: string, values: readonly number[], tag: string | null];

export const documents: readonly (readonly [collection: string, id: string, name: string])[] = [
  ['Users', 'users/1', 'Ann'],
  ['Users', 'users/2', 'Bob'],
  ['Users', 'users/3', 'Eve'],
  ['Companies', 'companies/1', 'Acme'],
];

export const counters: readonly (readonly [id: string, name: string, value: number])[] = [
  ['users/1', 'Likes', 3],
  ['users/1', 'Views', 5],
  ['users/2', 'likes', -7],
  ['users/3', 'Views', 40],
  ['companies/1', 'Likes', 11],
];

export const series: readonly (readonly [id: string, name: string, entries: readonly Entry[]])[] = [
  [
    'users/1',
    'HeartRate',
    [
      ['2024-01-01T00:00:00.0000000Z', [60, 2.5], 'watches/a'],
      ['2024-01-01T00:01:00.1230000Z', [70], null],
      ['2024-01-02T10:00:00.0000000Z', [80.25, 1, 2], 'watches/b'],
    ],
  ],
  ['users/2', 'heartrate', [['2024-01-01T00:00:00.0000000Z', [90], 'watches/a']]],
  ['users/2', 'Steps', [['2024-03-01T00:00:00.0000000Z', [1000], null]]],
  ['companies/1', 'Price', [['2024-03-01T00:00:00.0000000Z', [12.5, 13], null]]],
];

export interface ItemIndex {
  readonly Name: string;
  readonly Maps: readonly string[];
  readonly Reduce?: string;
}

const sums = `groupBy(x => x.Key).aggregate(g => ({
  Key: g.key, N: g.values.reduce((n, x) => n + x.N, 0), Sum: g.values.reduce((n, x) => n + x.Sum, 0) }))`;

export const indexes: readonly ItemIndex[] = [
  {
    Name: 'Counters/OfName',
    Maps: [
      "counters.map('Users', 'Likes', function (c) { return { Value: c.Value, Name: c.Name, DocId: c.DocumentId }; })",
    ],
  },
  {
    Name: 'Counters/OtherCase',
    Maps: ["counters.map('users', 'VIEWS', c => ({ V: c.Value + 1, N: c.Name }))"],
  },
  { Name: 'Counters/OfCollection', Maps: ["counters.map('Users', c => ({ Value: c.Value, Name: c.Name }))"] },
  { Name: 'Counters/All', Maps: ['counters.map(c => ({ Value: c.Value, Name: c.Name, D: c.DocumentId }))'] },
  { Name: 'Counters/AllDocs', Maps: ["counters.map('@all_docs', 'Likes', c => ({ V: c.Value }))"] },
  {
    Name: 'Counters/TwoMaps',
    Maps: [
      "counters.map('Users', c => ({ A: c.Value }))",
      "counters.map('Companies', c => ({ A: -c.Value }))",
    ],
  },
  { Name: 'Counters/Several', Maps: ["counters.map('Users', c => [{ V: c.Value }, { V: c.Value * 2 }])"] },
  { Name: 'Counters/None', Maps: ["counters.map('Users', c => null)"] },
  {
    Name: 'Counters/Loaded',
    Maps: ["counters.map('Users', c => ({ V: c.Value, User: load(c.DocumentId, 'Users').Name }))"],
  },
  {
    Name: 'Counters/Sums',
    Maps: ['counters.map(c => ({ Key: c.Name, N: 1, Sum: c.Value }))'],
    Reduce: sums,
  },
  {
    Name: 'Counters/CSharp',
    Maps: ['from c in counters.Users.Likes select new { c.Value, c.Name, DocId = c.DocumentId }'],
  },
  { Name: 'Counters/CSharpAll', Maps: ['from c in counters select new { c.Value, c.Name }'] },
  { Name: 'Counters/CSharpMethods', Maps: ['counters.Users.Likes.Select(c => new { c.Value })'] },
  {
    Name: 'Counters/CSharpWhere',
    Maps: ['from c in counters.Users where c.Name == "Views" select new { c.Name, c.Value }'],
  },
  {
    Name: 'Counters/CSharpLoaded',
    Maps: [
      'from c in counters.Users.Likes let d = LoadDocument(c.DocumentId, "Users") select new { c.Value, d.Name }',
    ],
  },
  {
    Name: 'Series/Entries',
    Maps: [
      `timeSeries.map('Users', 'HeartRate', ts => ts.Entries.map(e => ({
        Value: e.Value, Values: e.Values, Tag: e.Tag, At: e.Timestamp, Day: e.Timestamp.getUTCDate(),
        DocId: ts.DocumentId, Name: ts.Name, Start: ts.Start, End: ts.End, Count: ts.Count })))`,
    ],
  },
  {
    Name: 'Series/Segments',
    Maps: ["timeSeries.map('Users', ts => ({ DocId: ts.DocumentId, Name: ts.Name, Count: ts.Count }))"],
  },
  { Name: 'Series/All', Maps: ['timeSeries.map(ts => ({ Name: ts.Name, L: ts.Entries.length }))'] },
  {
    Name: 'Series/Lists',
    Maps: [
      `timeSeries.map('users', 'HEARTRATE', ts => ({
        Tagged: ts.Entries.filter(e => e.Tag === 'watches/a').length,
        Last: ts.Entries[ts.Entries.length - 1].Value, Year: ts.Start.getUTCFullYear() }))`,
    ],
  },
  {
    Name: 'Series/Sums',
    Maps: [
      "timeSeries.map('Users', ts => ts.Entries.map(e => ({ Key: ts.DocumentId, N: 1, Sum: e.Value })))",
    ],
    Reduce: sums,
  },
  {
    Name: 'Series/CSharp',
    Maps: [
      `from ts in timeSeries.Users.HeartRate from e in ts.Entries
       select new { e.Value, e.Values, e.Tag, e.Timestamp, e.Timestamp.Date, ts.DocumentId, ts.Name, ts.Start, ts.End, ts.Count }`,
    ],
  },
  {
    Name: 'Series/CSharpMethods',
    Maps: [
      'timeSeries.Users.HeartRate.SelectMany(ts => ts.Entries, (ts, e) => new { e.Value, ts.DocumentId })',
    ],
  },
  {
    Name: 'Series/CSharpSegments',
    Maps: [
      `from ts in timeSeries.Users
       select new { ts.Name, ts.Count, First = ts.Entries[0].Value, Max = ts.Entries.Max(x => x.Value) }`,
    ],
  },
  {
    Name: 'Series/CSharpAll',
    Maps: ['from ts in timeSeries select new { ts.Name, Sum = ts.Entries.Sum(x => x.Values[0]) }'],
  },
  {
    Name: 'Series/CSharpDays',
    Maps: [
      `from ts in timeSeries.Users.HeartRate from e in ts.Entries
       select new { Day = e.Timestamp.Date, V = e.Value, N = 1 }`,
    ],
    Reduce:
      'from r in results group r by r.Day into g select new { Day = g.Key, V = g.Sum(x => x.V), N = g.Sum(x => x.N) }',
  },
];

export const queries: readonly string[] = [
  "from index 'Counters/OfName' where Value > 0",
  "from index 'Counters/OfName' where id() = 'users/1|likes'",
  "from index 'Counters/OfName' where id() = 'users/1'",
  "from index 'Counters/OfName' order by Value as long",
  "from index 'Counters/OfName' order by id() desc",
  "from index 'Counters/OfName' select Value",
  "from index 'Counters/OfName' select Value, id() as i",
  "from index 'Counters/OfName' as c select { V: c.Value, I: id(c) }",
  "from index 'Counters/OfName' as c load c.DocId as d select { N: d.Name, V: c.Value }",
  "from index 'Counters/All' order by Value as long limit 1, 2",
  "from index 'Counters/Sums' where Sum > 4 order by Key",
  "from index 'Series/Entries' where Tag = 'watches/a' order by At",
  "from index 'Series/Entries' where At > '2024-01-01T12:00:00'",
  "from index 'Series/Segments' where id() = 'users/1|heartrate|638396640000000000'",
  "from index 'Series/Sums' where N > 1",
];

export interface Refused {
  readonly Maps: readonly string[];
  readonly SourceType?: string;
  readonly ArchivedDataProcessingBehavior?: string;
}

export const refused: readonly Refused[] = [
  { Maps: ["counters.map('Users', c => ({ A: 1 }))", "map('Users', u => ({ A: 2 }))"] },
  { Maps: ["counters.map('Users', c => ({ A: 1 }))", 'timeSeries.map(ts => ({ A: 2 }))'] },
  { Maps: ["counters.map('Users', c => ({ A: 1 }))"], SourceType: 'TimeSeries' },
  { Maps: ["counters.map('Users', c => ({ A: 1 }))"], ArchivedDataProcessingBehavior: 'ExcludeArchived' },
  { Maps: ["counters.map('Users', ['Likes', 'Views'], c => ({ A: 1 }))"] },
];

/** Requests one after the other; the results of all indexes are compared after each. */
export const changes: readonly (readonly [what: string, command: Readonly<Record<string, unknown>>])[] = [
  [
    'a new value of a counter',
    {
      Id: 'users/1',
      Type: 'Counters',
      Counters: {
        DocumentId: 'users/1',
        Operations: [{ Type: 'Increment', CounterName: 'likes', Delta: 100 }],
      },
    },
  ],
  [
    'a removed counter',
    {
      Id: 'users/1',
      Type: 'Counters',
      Counters: { DocumentId: 'users/1', Operations: [{ Type: 'Delete', CounterName: 'Views' }] },
    },
  ],
  [
    'an entry at the end of a segment, and another value inside it',
    {
      Id: 'users/1',
      Type: 'TimeSeries',
      TimeSeries: {
        Name: 'HeartRate',
        Appends: [
          { Timestamp: '2024-01-03T00:00:00.0000000Z', Values: [1], Tag: null },
          { Timestamp: '2024-01-01T00:01:00.1230000Z', Values: [2], Tag: 'watches/a' },
        ],
      },
    },
  ],
  [
    'a loaded document',
    {
      Id: 'users/2',
      Type: 'PUT',
      Document: { Name: 'Robert', '@metadata': { '@collection': 'Users' } },
    },
  ],
  ['a deleted document', { Id: 'users/2', Type: 'DELETE' }],
];
