/** Map-reduce indexes on both servers, and the queries on them. */
import type { QueryCase } from './query-case.ts';

const counted = 'g.values.reduce((n, x) => n + x.Count, 0)';

export const indexes = [
  {
    Name: 'Items/ByCity',
    Type: 'JavaScriptMapReduce',
    Maps: [
      "map('Items', (i) => ({ City: i.City, Count: 1, Amount: i.Amount, Most: i.Amount, Kinds: i.Kind === null ? [] : [i.Kind] }))",
    ],
    Reduce: `groupBy((x) => x.City).aggregate((g) => ({
      City: g.key,
      Count: ${counted},
      Amount: g.values.reduce((n, x) => n + x.Amount, 0),
      Most: g.values.reduce((n, x) => Math.max(n, x.Most), 0),
      Kinds: [...new Set(g.values.flatMap((x) => x.Kinds))].sort(),
    }))`,
  },
  {
    Name: 'Items/ByProductAndDepth',
    Type: 'JavaScriptMapReduce',
    Maps: [
      "map('Items', (i) => i.Lines.map((l) => ({ Product: l.Product, Depth: i.Nest.Depth, Count: 1, Quantity: l.Quantity })))",
    ],
    Reduce: `groupBy((x) => ({ Product: x.Product, Depth: x.Depth })).aggregate((g) => ({
      Product: g.key.Product,
      Depth: g.key.Depth,
      Count: ${counted},
      Quantity: g.values.reduce((n, x) => n + x.Quantity, 0),
    }))`,
  },
  {
    Name: 'Owners/Sums',
    Type: 'JavaScriptMapReduce',
    Maps: [
      "map('Items', (i) => { const o = load(i.Owner, 'Owners'); return { Owner: o ? o.Name : null, Items: 1, Owners: 0 }; })",
      "map('Owners', (o) => ({ Owner: o.Name, Items: 0, Owners: 1 }))",
    ],
    Reduce: `groupBy((x) => x.Owner).aggregate((g) => ({
      Owner: g.key,
      Items: g.values.reduce((n, x) => n + x.Items, 0),
      Owners: g.values.reduce((n, x) => n + x.Owners, 0),
    }))`,
  },
  {
    Name: 'Items/CSharp',
    Type: 'MapReduce',
    Maps: [
      'from i in docs.Items select new { i.Active, Depth = i.Nest.Depth, Count = 1, Amount = i.Amount, Least = i.Amount }',
    ],
    Reduce:
      'from r in results group r by new { r.Active, r.Depth } into g select new { g.Key.Active, g.Key.Depth, Count = g.Sum(x => x.Count), Amount = g.Sum(x => x.Amount), Least = g.Min(x => x.Least) }',
  },
  {
    Name: 'Items/CSharpChain',
    Type: 'MapReduce',
    Maps: ['docs.Items.Select(i => new { Code = i.Code, Count = 1, Most = i.Amount })'],
    Reduce:
      'results.GroupBy(r => r.Code).Select(g => new { Code = g.Key, Count = g.Sum(x => x.Count), Most = g.Max(x => x.Most) })',
  },
];

const all = ['NoMember'];

/** Without an order the result order is undefined. */
export const indexQueryCases: readonly QueryCase[] = [
  ...indexes.map(({ Name }) => ({ query: `from index '${Name}'`, ties: all })),
  { query: "from index 'Items/ByCity' order by City" },
  { query: "from index 'Items/ByCity' order by Amount as long desc" },
  { query: "from index 'Items/ByCity' where City = 'rome'" },
  { query: "from index 'Items/ByCity' where City = 'paris'", ties: all },
  { query: "from index 'Items/ByCity' where Amount > 400 and Most < 98 order by Amount as long" },
  { query: "from index 'Items/ByCity' where Kinds = 'k1' order by City" },
  { query: "from index 'Items/ByCity' where startsWith(City, 'l') order by City" },
  { query: "from index 'Items/ByCity' where City in ('Rome', 'Lyon') order by City desc" },
  { query: "from index 'Items/ByCity' order by Amount as long limit 2, 2" },
  { query: "from index 'Items/ByCity' order by City select City, Count" },
  { query: "from index 'Items/ByCity' order by City select City as C, Kinds, Nope" },
  { query: "from index 'Items/ByCity' as x order by x.City select { C: x.City, Mean: x.Amount / x.Count }" },
  { query: "from index 'Items/ByCity' select distinct Count", ties: all },
  { query: "from index 'Items/ByProductAndDepth' where Product = 'p/1' order by Depth as long" },
  { query: "from index 'Items/ByProductAndDepth' where Depth = 3 order by Product" },
  {
    query:
      "from index 'Items/ByProductAndDepth' order by Quantity as long desc, Product, Depth as long limit 5",
  },
  {
    query:
      "from index 'Items/ByProductAndDepth' where Quantity between 3 and 6 order by Product, Depth as long",
  },
  { query: "from index 'Owners/Sums' order by Owner" },
  { query: "from index 'Owners/Sums' where Owner = null" },
  { query: "from index 'Owners/Sums' where Owners > 0 order by Items as long, Owner" },
  { query: "from index 'Items/ByCity' select facet(City, sum(Count), max(Most))" },
  { query: "from index 'Items/ByCity' select facet(Amount < 400, Amount >= 400)" },
  { query: "from index 'Items/CSharp' where Active = true order by Depth as long" },
  { query: "from index 'Items/CSharp' order by Amount as long, Depth as long, Active" },
  { query: "from index 'Items/CSharp' where Least < 5 order by Least as long" },
  { query: "from index 'Items/CSharpChain' order by Code" },
  { query: "from index 'Items/CSharpChain' where Most >= 50 order by Code select Code, Most" },
];
