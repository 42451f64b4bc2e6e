/** Calls of `spatial.NAME(…)` in a query, and the fields that they name. Pure. */
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';
import type { Token } from '../../../ui/rql/index.ts';

/** The index of the bracket of the first `spatial.NAME(`; -1 without one. */
export function spatialCall(tokens: readonly Token[], name: string, from = 0): number {
  const at = tokens.findIndex(
    ({ text }, index) =>
      index >= from &&
      text.toLowerCase() === 'spatial' &&
      tokens[index + 1]?.text === '.' &&
      tokens[index + 2]?.text.toLowerCase() === name &&
      tokens[index + 3]?.text === '(',
  );
  return at < 0 ? -1 : at + 3;
}

/** The arguments of a call, as tokens. */
export function argumentsOf(
  tokens: readonly Token[],
  bracket: number,
): readonly (readonly Token[])[] | undefined {
  const open = tokens[bracket];
  if (!open) return undefined;
  const args: Token[][] = [[]];
  for (const token of tokens.slice(bracket + 1)) {
    if (token.depth === open.depth) break;
    if (token.text === ',' && token.depth === open.depth + 1) args.push([]);
    else args.at(-1)?.push(token);
  }
  return args;
}

export function numberIn(tokens: readonly Token[], parameters: JsonObject): number | undefined {
  const [first] = tokens;
  const value =
    first?.kind === 'parameter'
      ? parameters[first.text.slice(1)]
      : Number(tokens.map(({ text }) => text).join('') || Number.NaN);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** `Location.Latitude`; `o.Location.Latitude` is tried without the alias of the source too. */
export function pathIn(tokens: readonly Token[]): readonly string[] {
  return tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
}

export function valueAt(row: JsonObject, members: readonly string[]): unknown {
  const step = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined);
  return members.reduce(step, row) ?? members.slice(1).reduce(step, row);
}
