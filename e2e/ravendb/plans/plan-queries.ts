/** Queries whose plans are recorded: every operator that a server uses, in small plans, on the documents of `queries/`. */

export interface PlanQuery {
  readonly query: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const conditions = [
  "City = 'rome'",
  "City = 'nowhere'",
  "City != 'rome'",
  "exact(City = 'Rome')",
  'Amount > 50',
  'Amount >= 50.5',
  'Amount < 10',
  'Amount between 20 and 40',
  "Day >= '2024-05-01'",
  "Day between '2024-02-01T00:00:00.0000000Z' and '2024-03-31T00:00:00.0000000Z'",
  "City > 'london'",
  "City between 'berlin' and 'london'",
  "City in ('rome', 'lyon')",
  'Amount in (1, 2, 11, 37)',
  "Tags all in ('a', 'b', 'c')",
  "startsWith(City, 'l')",
  "endsWith(City, 'n')",
  "regex(Code, '^c1')",
  'exists(Extra)',
  'Kind = null',
  'Kind != null',
  'Extra != null and Amount > 20',
  'Active = true',
  "City = 'rome' and Amount > 20",
  "City = 'rome' or City = 'lyon'",
  "(City = 'rome' or City = 'lyon') and Amount > 20 and Price < 5.5",
  "City = 'rome' and not Amount > 50",
  "true and not startsWith(City, 'l')",
  "exists(City) and not endsWith(City, 'n')",
  "search(Text, 'fox')",
  "search(Text, 'fox bear', and)",
  "search(Text, 'ri*')",
  "search(Text, '*ar')",
  "search(Text, '*iv*')",
  'search(Text, \'"brown fox"\')',
  "boost(City = 'rome', 20) or boost(City = 'lyon', 5)",
  'spatial.within(spatial.point(Lat, Lng), spatial.circle(500, 48, 2))',
  "spatial.within(spatial.point(Lat, Lng), spatial.wkt('POLYGON((0 40, 10 40, 10 50, 0 50, 0 40))'))",
  "id() = 'items/7'",
  "startsWith(id(), 'items/1') and Amount > 3",
];

const further: readonly PlanQuery[] = [
  { query: 'from Items' },
  { query: 'from Items order by Amount as long' },
  { query: 'from Items order by Amount as double desc limit 5' },
  { query: 'from Items order by City, No as long desc' },
  { query: 'from Items order by Code as alphaNumeric' },
  { query: "from Items order by random('seed')" },
  { query: "from Items where search(Text, 'fox') order by score()" },
  { query: "from Items where City = 'rome' order by Amount as long limit 2, 3" },
  { query: 'from Items order by spatial.distance(spatial.point(Lat, Lng), spatial.point(48, 2))' },
  {
    query: 'from Items where Amount > $low and City in ($cities)',
    parameters: { low: 20, cities: ['rome', 'lyon'] },
  },
  { query: 'from Items where Amount > 20 select City, Amount' },
  { query: "from Items filter City = 'Rome' limit 3" },
  { query: "from Items where Amount > 20 filter City = 'Rome'" },
  { query: 'from Items select distinct City' },
  { query: 'from Items group by City select City, count()' },
  { query: 'from Items group by City where count() > 9 order by count() as long desc select City, count()' },
  { query: "from index 'Items/ByAll' where search(Text, 'fox') and City = 'rome'" },
  { query: "from index 'Items/ByAll' where Words = 'River' or startsWith(Code, 'C1')" },
  { query: "from index 'Items/ByAll' where spatial.disjoint(Place, spatial.circle(500, 48, 2))" },
  { query: "from index 'Items/ByAll' where moreLikeThis(id() = 'items/1', '{\"Fields\":[\"Text\"]}')" },
  { query: "from index 'Items/ByAll' select facet(City), facet(Code)" },
  { query: "from index 'Items/ByCity' where Amount > 400 and Most < 98 order by Amount as long" },
  {
    query:
      "from Items where ((City = 'rome' and Amount > 10) or (City = 'lyon' and Amount < 90)) and (Kind = 'k1' or Kind = null) order by Day desc, No as long",
  },
];

export const planQueries: readonly PlanQuery[] = [
  ...conditions.map((condition) => ({ query: `from Items where ${condition}` })),
  ...further,
];

/** Enough for Lucene, which answers timings without a plan. */
export const luceneQueries: readonly PlanQuery[] = planQueries.filter((_, index) => index % 7 === 0);
