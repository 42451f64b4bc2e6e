/** Whole maps and reduces in C#, with the fields of their entries. */
export interface CSharpIndex {
  readonly map: string;
  readonly reduce?: string;
  readonly sources?: Readonly<Record<string, string>>;
  readonly fields: readonly string[];
}

const map = (text: string, ...fields: string[]): CSharpIndex => ({ map: text, fields });

export const maps: readonly CSharpIndex[] = [
  map('from o in docs.Items select new { o.Name, City = o.Nest.City }', 'Name', 'City'),
  map('from o in docs.Items where o.N > 5 select new { o.N }', 'N'),
  map(
    'from o in docs.Items let twice = o.M * 2 let more = twice + 1 select new { more, twice }',
    'more',
    'twice',
  ),
  map('from o in docs.Items from l in o.Lines select new { o.Name, l.Product }', 'Name', 'Product'),
  map(
    'from o in docs.Items from l in o.Lines where l.Quantity > 1 let cost = l.Quantity * l.Price select new { cost, l.Product }',
    'cost',
    'Product',
  ),
  map('from o in docs select new { Collection = MetadataFor(o)["@collection"] }', 'Collection'),
  map('from o in docs["Items"] select new { o.M }', 'M'),
  map('docs.Items.Select(o => new { Name = o.Name, M = o.M })', 'Name', 'M'),
  map('docs.Items.Where(o => o.N != null).Select(o => new { o.N })', 'N'),
  map('docs.Items.SelectMany(o => o.Lines, (o, l) => new { o.Name, l.Quantity })', 'Name', 'Quantity'),
  map('docs.Items.SelectMany(o => o.Lines.Select(l => new { l.Product, o.M }))', 'Product', 'M'),
  map(
    'docs.Items.Select(o => new { o = o, load = this.LoadDocument(o.Ref, "Refs") }).Where(x => x.load != null).Select(x => new { Name = x.load.Name, Id = x.o.Id })',
    'Name',
    'Id',
  ),
  map(
    'docs.Items.SelectMany(o => o.Lines, (o, l) => new { o = o, l = l }).Where(x => x.l.Price > 2).Select(x => new { x.o.M, x.l.Product })',
    'M',
    'Product',
  ),
  map(
    'from o in docs.Items let r = LoadDocument(o.Ref, "Refs") where r != null select new { r.Name, r.Rank }',
    'Name',
    'Rank',
  ),
  map('from o in docs.Items select new { _ = CreateField("Dyn_" + o.M, o.Name), o.M }', 'M'),
  map(
    'from o in docs.Items select new { _ = o.Lines.Select(l => CreateField(l.Product, l.Quantity)), o.M }',
    'M',
  ),
  map('from o in docs.Items select new { Loc = CreateSpatialField((double?)o.M, (double?)o.Neg), o.M }', 'M'),
  map(
    'from o in docs.Items from t in o.Tags.Distinct() select new { Tag = t, Length = t.Length }',
    'Tag',
    'Length',
  ),
  map(
    'from o in docs.Items from g in o.Lines.GroupBy(l => l.Product) select new { Product = g.Key, N = g.Count() }',
    'Product',
    'N',
  ),
  map('from doc in docs.Items select new { Total = doc.Lines.Sum(x => x.Quantity), doc.Id }', 'Total', 'Id'),
  map('from o in docs.Items from x in new[] { o.Name, o.Code } select new { x }', 'x'),
  map('from o in docs.Items select new { Full = new { o.Name, o.M }.Name }', 'Full'),
  map('from o in docs.Items from kv in o.Map select new { kv.Key, kv.Value }', 'Key', 'Value'),
  map('from o in docs.Items where o.Tags.Any(t => t == "blue") select new { o.Code }', 'Code'),
];

const reduce = (text: string, how: string, ...fields: string[]): CSharpIndex => ({
  map: text,
  reduce: how,
  fields,
});
const lines =
  'from o in docs.Items from l in o.Lines select new { l.Product, Count = 1, Total = l.Quantity * l.Price }';

export const reduces: readonly CSharpIndex[] = [
  reduce(
    lines,
    'from r in results group r by r.Product into g select new { Product = g.Key, Count = g.Sum(x => x.Count), Total = g.Sum(x => x.Total) }',
    'Product',
    'Count',
    'Total',
  ),
  reduce(
    'docs.Items.Select(o => new { Even = o.M % 2 == 0, Count = 1, Most = o.M })',
    'results.GroupBy(r => r.Even).Select(g => new { Even = g.Key, Count = Enumerable.Sum(g, x => (int)x.Count), Most = g.Max(x => x.Most) })',
    'Even',
    'Count',
    'Most',
  ),
  reduce(
    'from o in docs.Items where o.Day != null select new { o.Day.Year, o.Day.Month, Count = 1 }',
    'from r in results group r by new { r.Year, r.Month } into g select new { g.Key.Year, g.Key.Month, Count = g.Sum(x => x.Count) }',
    'Year',
    'Month',
    'Count',
  ),
  reduce(
    lines,
    'from r in results group r by r.Product into g let count = g.Sum(x => x.Count) let total = g.Sum(x => x.Total) select new { Product = g.Key, Count = count, Total = total }',
    'Product',
    'Count',
    'Total',
  ),
  reduce(
    'from o in docs.Items from t in o.Tags select new { First = t.Substring(0, 1), Tags = new[] { t } }',
    'from r in results group r by r.First into g select new { First = g.Key, Tags = g.SelectMany(x => x.Tags).Distinct().OrderBy(t => t) }',
    'First',
    'Tags',
  ),
  reduce(
    lines,
    'results.GroupBy(r => r.Product).Select(g => new { g = g, count = g.Sum(x => x.Count) }).Select(x => new { Product = x.g.Key, Count = x.count, Total = x.g.Sum(y => y.Total) })',
    'Product',
    'Count',
    'Total',
  ),
];
