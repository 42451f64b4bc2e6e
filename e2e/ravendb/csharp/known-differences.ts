/** Definitions whose entries differ, with the reason. */
const cut =
  "RavenDB cuts the fraction of a document's number when the operand on its right is a whole number; the sandbox keeps it.";
const pattern = 'RavenDB compares the wrapper that it has for a value of a document; the sandbox the value.';
const lists = 'RavenDB stores nothing for elements and lists that are null; the sandbox stores them.';

export const knownDifferences: ReadonlyMap<string, string> = new Map([
  ['o.R / 2', cut],
  ['o.R * 2', cut],
  ['o.R > 2', cut],
  [
    'docs.Items.SelectMany(o => o.Lines, (o, l) => new { o = o, l = l }).Where(x => x.l.Price > 2).Select(x => new { x.o.M, x.l.Product })',
    cut,
  ],
  ['o.Name is string', pattern],
  ['o.Name is null', pattern],
  ['o.Name is not null', pattern],
  ['!o.Flag', 'RavenDB gives null for null; the sandbox true, as a condition of RavenDB takes it.'],
  [
    'from o in docs.Items where o.Tags.Any(t => t == "blue") select new { o.Code }',
    'A condition that is null is true in RavenDB, and false in the sandbox.',
  ],
  ["o.Code.Split(',')", 'RavenDB stores a list of one empty text as the text.'],
  ['new[] { o.Name, o.Code }', 'RavenDB stores a list of null and one empty text as the text.'],
  ['string.Join("+", o.Tags)', 'The map fails for null in RavenDB; the sandbox joins nothing.'],
  ['o.Day.Ticks', 'The sandbox computes with doubles: ticks have about 15 exact digits.'],
  ['LoadDocument<dynamic>(o.Refs, "Refs").Select(r => r.Name)', lists],
  ['Recurse(o.Tree, x => x.Children).Select(x => x.Name)', lists],
]);
