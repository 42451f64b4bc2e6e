/** Random queries over the documents of `../documents.ts`. */
import { condition } from './conditions.ts';
import { numbers, texts } from './fields.ts';
import { Random } from './random.ts';

export interface GeneratedQuery {
  readonly query: string;
  /** The order of the results is defined by the query; otherwise they are a set. */
  readonly ordered: boolean;
}

export function generateQuery(seed: number): GeneratedQuery {
  const random = new Random(seed);
  // The first numbers of close seeds are close.
  for (let skipped = 0; skipped < 5; skipped++) random.next();
  return random.chance(0.2) ? groups(random) : documents(random);
}

function documents(random: Random): GeneratedQuery {
  const isScript = random.chance(0.15);
  const alias = isScript ? 'i.' : '';
  const where = random.chance(0.9) ? ` where ${condition(random, alias)}` : '';
  const ordered = random.chance(0.5);
  const order = ordered ? ` order by ${orders(random, alias)}` : '';
  const limit = ordered && random.chance(0.4) ? limits(random) : '';
  const select = isScript ? ` select ${script(random)}` : random.chance(0.3) ? projection(random) : '';
  return { query: `from Items${isScript ? ' as i' : ''}${where}${order}${select}${limit}`, ordered };
}

/** The last key is unique: no two results tie. */
function orders(random: Random, alias: string): string {
  const keys = random.some([...numbers.map(({ path }) => path), ...texts.map(({ path }) => path), 'Day'], 2);
  const isNumber = (path: string): boolean => numbers.some((field) => field.path === path);
  const written = keys
    .filter((path) => path !== 'No')
    .map((path) => {
      const kind = isNumber(path)
        ? random.pick([' as long', ' as double'])
        : random.pick(['', '', ' as alphanumeric']);
      // Doubles have fractions.
      const fits = path === 'Price' ? ' as double' : kind;
      return `${alias}${path}${fits}${random.pick(['', ' desc'])}`;
    });
  return [...written, `${alias}No as long${random.pick(['', ' desc'])}`].join(', ');
}

function limits(random: Random): string {
  return random.chance(0.5)
    ? ` limit ${String(random.whole(0, 20))}`
    : ` limit ${String(random.whole(0, 10))}, ${String(random.whole(1, 20))}`;
}

function projection(random: Random): string {
  const fields = random.some(
    ['No', 'City', 'Amount', 'Price', 'Kind', 'Nest.Depth', 'Tags', 'Active', 'Day', 'id()'],
    3,
  );
  const written = fields.map((field, at) => (random.chance(0.3) ? `${field} as F${String(at)}` : field));
  return ` select ${random.chance(0.1) ? 'distinct ' : ''}${written.join(', ')}`;
}

function script(random: Random): string {
  const members = random.some(
    [
      'A: i.Amount * 2',
      'B: i.City.toUpperCase()',
      'C: i.Tags.length',
      "D: i.Kind || 'none'",
      'E: i.Lines.map(l => l.Quantity).filter(q => q > 1)',
      'F: i.Price > 5 ? 1 : 0',
      'G: id(i)',
      'H: i.Missing',
      'I: (load(i.Owner) || {}).Name',
      'J: i.Day.substring(0, 7)',
      'K: Math.round(i.Price * 10) / 10',
    ],
    4,
  );
  return `{ ${members.join(', ')} }`;
}

function groups(random: Random): GeneratedQuery {
  const keys = random.some(['City', 'Kind', 'Active', 'Nest.Depth', 'Owner'], 2);
  const aggregates = random.some(['count()', 'sum(Amount)'], 2);
  const before = random.chance(0.4) ? ` where ${groupCondition(random, keys, aggregates)}` : '';
  return {
    query: `from Items group by ${keys.join(', ')}${before} select ${[...keys, ...aggregates].join(', ')}`,
    ordered: false,
  };
}

/** RavenDB takes only keys and selected sums in the condition. */
function groupCondition(random: Random, keys: readonly string[], aggregates: readonly string[]): string {
  if (random.chance(0.4))
    return `${random.pick(aggregates)} ${random.pick(['>', '<='])} ${String(random.whole(0, 15))}`;
  const key = random.pick(keys);
  const values: Readonly<Record<string, readonly string[]>> = {
    City: ["'Paris'", "'rome'", "'Oslo'"],
    Kind: ["'k1'", "'K2'"],
    Active: ['true', 'false'],
    'Nest.Depth': ['0', '3', '9'],
    Owner: ["'owners/1'", "'owners/9'"],
  };
  const value = () => random.pick(values[key] ?? []);
  const test = random.pick(['=', '!=', 'in']);
  // `true` and `false` are two types to RavenDB.
  return test === 'in' && key !== 'Active' ? `${key} in (${value()}, ${value()})` : `${key} = ${value()}`;
}
