/** Conditions of `where`. */
import { arraysOfNumbers, arraysOfTexts, days, numbers, texts, words, type NumberField } from './fields.ts';
import type { Random } from './random.ts';

/** Signs that have an order. */
const signs = ['=', '!=', '<', '<=', '>', '>='] as const;

/** Before each field: nothing, or an alias and a dot. */
const FIELD = '@';

const quoted = (text: string): string => `'${text}'`;
const list = (values: readonly string[]): string => `(${values.join(', ')})`;

/** A number with a fraction is written as one: RavenDB refuses lists and ranges of both kinds. */
function number(random: Random, { low, high, parts }: NumberField): string {
  const value = random.whole(low * parts, high * parts) / parts;
  return parts > 1 ? value.toFixed(2) : String(value);
}

/** One test, without `and` and `or`. */
function test(random: Random): string {
  return random.pick([
    numberTest,
    numberTest,
    textTest,
    textTest,
    arrayTest,
    otherTest,
    searchTest,
    idTest,
    spatialTest,
  ])(random);
}

function numberTest(random: Random): string {
  const field = random.pick(numbers);
  const value = () => number(random, field);
  switch (random.whole(0, 4)) {
    case 0: {
      const [from, to] = [value(), value()].sort((a, b) => Number(a) - Number(b));
      return `@${field.path} between ${from ?? ''} and ${to ?? ''}`;
    }
    case 1:
      return `@${field.path} in ${list([value(), value(), value()])}`;
    default:
      return `@${field.path} ${random.pick(signs)} ${value()}`;
  }
}

function textTest(random: Random): string {
  const { path, values } = random.pick(texts);
  const value = () => quoted(random.pick(values));
  switch (random.whole(0, 8)) {
    case 0:
      return `@${path} in ${list([value(), value()])}`;
    case 1:
      return `startsWith(@${path}, ${quoted(random.pick(values).slice(0, random.whole(1, 4)))})`;
    case 2:
      return `endsWith(@${path}, ${quoted(random.pick(values).slice(-random.whole(1, 3)))})`;
    case 3:
      return `exact(@${path} = ${value()})`;
    case 4:
      return `@${path} ${random.pick(['=', '!='])} null`;
    case 5:
      return `@${path} ${random.pick(['<', '<=', '>', '>='])} ${value()}`;
    case 6:
      return `exists(@${path})`;
    default:
      return `@${path} ${random.pick(['=', '!='])} ${value()}`;
  }
}

function arrayTest(random: Random): string {
  if (random.chance(0.3)) {
    const field = random.pick(arraysOfNumbers);
    return `@${field.path} ${random.pick(['=', '<', '>', '>='])} ${number(random, field)}`;
  }
  const { path, values } = random.pick(arraysOfTexts);
  const some = random.some(values, 3).map(quoted);
  return random.pick([
    `@${path} = ${some[0] ?? ''}`,
    `@${path} in ${list(some)}`,
    `@${path} all in ${list(some)}`,
    `startsWith(@${path}, ${some[0] ?? ''})`,
  ]);
}

function otherTest(random: Random): string {
  const [from, to] = [random.pick(days), random.pick(days)].sort();
  return random.pick([
    `@Active = ${String(random.chance(0.5))}`,
    `@Active != ${String(random.chance(0.5))}`,
    `@Day ${random.pick(['<', '<=', '>', '>='])} ${quoted(random.pick(days))}`,
    `@Day between ${quoted(from ?? '')} and ${quoted(to ?? '')}`,
    `exists(@Extra)`,
    `@Extra = null`,
    `@Extra != null`,
  ]);
}

function searchTest(random: Random): string {
  const terms = random.some(words, 3);
  if (random.chance(0.3)) terms[0] = `${(terms[0] ?? '').slice(0, 3)}*`;
  const operator = random.chance(0.3) ? `, ${random.pick(['and', 'or'])}` : '';
  return random.chance(0.15)
    ? `regex(@City, '^[LlRr]')`
    : `search(@Text, ${quoted(terms.join(' '))}${operator})`;
}

function idTest(random: Random): string {
  const id = () => quoted(`items/${String(random.whole(1, 65))}`);
  return random.pick([
    `id() = ${id()}`,
    `id() in ${list([id(), id(), id()])}`,
    `startsWith(id(), ${quoted(`items/${String(random.whole(1, 6))}`)})`,
  ]);
}

function spatialTest(random: Random): string {
  const circle = `spatial.circle(${String(random.whole(50, 900))}, ${String(random.whole(40, 56))}, ${String(random.whole(-5, 17))})`;
  return `spatial.within(spatial.point(@Lat, @Lng), ${circle})`;
}

/** A test, or tests joined by `and`, `or` and `not`, at most `depth` deep; with `alias.` before each field. */
export function condition(random: Random, alias = '', depth = 2): string {
  return joined(random, depth).replaceAll(FIELD, alias);
}

function joined(random: Random, depth: number): string {
  if (depth === 0 || random.chance(0.35)) return test(random);
  const join = random.pick([' and ', ' and ', ' or ']);
  const parts = Array.from({ length: random.whole(2, 3) }, (_, place) => {
    const inside = joined(random, depth - 1);
    // `and` binds closer than `or`; RavenDB takes `not` only after one of them, with parentheses.
    const isNegated = place > 0 && random.chance(0.2);
    const isJoined = / (and|or) /.test(inside);
    return `${isNegated ? 'not ' : ''}${isNegated || isJoined ? `(${inside})` : inside}`;
  });
  return parts.join(join);
}
