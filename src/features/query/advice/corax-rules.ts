/**
 * What Corax of RavenDB 6.2.4 and 7.1.5 does unlike other search engines, as seen on both servers. Each is shown only for a query that
 * has the construct. Pure.
 */
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';
import { formatCount } from '../../../ui/format.ts';
import { sourceAlias } from '../../../ui/rql/index.ts';
import { conditionsOf, type Condition } from './conditions.ts';
import { hiddenEvidence, type HiddenFractions } from './hidden-fractions.ts';
import type { Advice, AdviceInput, Rule } from './rules.ts';

const conditions = ({ query, parameters, corax }: AdviceInput): readonly Condition[] =>
  corax === null ? [] : conditionsOf(query, parameters);

function versionOf({ corax }: AdviceInput): string {
  return corax?.version ?? '';
}

/** In the sandbox the same evidence is about servers. */
export function onServers(rule: Rule): Rule {
  return (input) => {
    const advice = rule(input);
    if (input.corax?.kind !== 'differs') return advice;
    const title = `RavenDB ${input.corax.version} with Corax answers differently`;
    return advice.map((each) => ({ ...each, title }));
  };
}

/** `A != 'x' or B = 1` does not find documents without A that `A != 'x'` alone finds. */
export const unequalUnderOr: Rule = (input) =>
  unique(
    conditions(input)
      .filter(({ operator, underOr }) => operator === '!=' && underOr)
      .map(({ path, values }) => ({
        id: `unequal-under-or-${path}`,
        title: `Documents without ${path} are lost`,
        evidence: `In RavenDB ${versionOf(input)} with Corax, ${path} != ${values[0]?.text ?? ''} finds documents that have no ${path}, but not when it is combined with or.`,
        instead: `… or not exists(${path})`,
      })),
  );

const comparing = new Set<Condition['operator']>(['=', '<', '<=', '>', '>=']);

/** `Price = 0` finds 0.4: a whole number in the query is compared with the whole part of the field. */
export const wholeNumbers: Rule = (input) =>
  unique(
    conditions(input).flatMap(({ path, operator, values }) => {
      const [value] = values;
      if (!comparing.has(operator) || value?.kind !== 'whole') return [];
      const fractions = fractionsOf(input, path);
      const hidden = input.hidden.find((each) => each.path === path && each.operator === operator);
      const evidence = evidenceOf(fractions, hidden, value.text);
      if (evidence === null) return [];
      const decimal = value.text.startsWith('$')
        ? `a fraction in ${value.text}, such as ${value.number ?? 0}.0 in the text`
        : `${value.text}.0`;
      return [
        {
          id: `whole-number-${path}-${operator}`,
          title: `${path} is compared as a whole number`,
          evidence,
          instead: value.text.startsWith('$') ? `Write ${decimal}.` : `${path} ${operator} ${decimal}`,
        },
      ];
    }),
  );

function evidenceOf(
  fractions: readonly number[],
  hidden: HiddenFractions | undefined,
  literal: string,
): string | null {
  if (hidden && hidden.count > 0) return hiddenEvidence(hidden);
  if (fractions.length === 0) return null;
  return `${formatCount(fractions.length)} of the shown rows have a fraction there, such as ${fractions[0]}. Corax compares only the whole part, because ${literal} has no fraction: 10.9 is not more than 10, and 0.4 equals 0.`;
}

/** The fractional values of a field in the shown rows. */
function fractionsOf({ query, answer }: AdviceInput, path: string): readonly number[] {
  const alias = sourceAlias(query);
  const names = (alias !== null && path.startsWith(`${alias}.`) ? path.slice(alias.length + 1) : path).split(
    '.',
  );
  return answer.rows
    .map((row) =>
      names.reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), row),
    )
    .filter((value): value is number => typeof value === 'number' && !Number.isInteger(value));
}

/** `Price between 12 and 1` is not refused, and finds the documents from the first bound on. */
export const reversedBetween: Rule = (input) =>
  unique(
    conditions(input).flatMap(({ path, operator, values: [low, high] }) =>
      operator === 'between' && low && high && isReversed(low, high)
        ? [
            {
              id: `reversed-between-${path}`,
              title: `The bounds of ${path} are reversed`,
              evidence: `between ${low.text} and ${high.text} contains nothing, but Corax in RavenDB ${versionOf(input)} answers it as ${path} >= ${low.text}.`,
              instead: `${path} between ${high.text} and ${low.text}`,
            },
          ]
        : [],
    ),
  );

function isReversed(low: Condition['values'][number], high: Condition['values'][number]): boolean {
  if (low.number !== undefined && high.number !== undefined) return low.number > high.number;
  // Bare texts of the same kind of quotes; the order of the index ignores the case.
  return (
    low.kind === 'text' &&
    high.kind === 'text' &&
    !low.text.startsWith('$') &&
    low.text.slice(1, -1).toLowerCase() > high.text.slice(1, -1).toLowerCase()
  );
}

/** For a query that failed: `between 1 and 2.5` is refused as values of several types. */
export function mixedNumbers(query: string, parameters: JsonObject, version: string): readonly Advice[] {
  return unique(
    conditionsOf(query, parameters)
      .filter(
        ({ operator, values }) =>
          (operator === 'between' || operator === 'in') &&
          values.some(({ kind }) => kind === 'whole') &&
          values.some(({ kind }) => kind === 'fraction'),
      )
      .map(({ path, operator, values }) => {
        const written = values.map(({ kind, text }) =>
          kind === 'whole' && !text.startsWith('$') ? `${text}.0` : text,
        );
        return {
          id: `mixed-numbers-${path}`,
          title: `${path} is compared with whole numbers and fractions`,
          evidence: `RavenDB ${version} refuses ${operator} with both kinds of numbers.`,
          instead:
            operator === 'between'
              ? `${path} between ${written.join(' and ')}`
              : `${path} in (${written.join(', ')})`,
        };
      }),
  );
}

/** The sandbox answers these. */
export const mixedNumbersOnServers: Rule = ({ query, parameters, corax }) =>
  corax?.kind === 'differs' ? mixedNumbers(query, parameters, corax.version) : [];

function unique(advice: readonly Advice[]): readonly Advice[] {
  return [...new Map(advice.map((each) => [each.id, each])).values()];
}
