/** Field paths found in a few documents. Pure. */
import { isJsonObject, type JsonObject } from './queries.ts';
import { rqlText } from './rql-text.ts';

const MAX_DEPTH = 4;
export const MAX_FIELDS = 300;

/**
 * `ShipTo`, `ShipTo.City`, `Lines`, `Lines.Quantity`: members of objects in an array are listed under the array's
 * name, as in RQL.
 */
export function fieldPaths(documents: readonly JsonObject[]): string[] {
  const paths = new Set<string>();
  for (const document of documents) collect(document, '', 1);
  return [...paths];

  function collect(value: unknown, prefix: string, depth: number) {
    if (depth > MAX_DEPTH || paths.size >= MAX_FIELDS) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) collect(item, prefix, depth);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (prefix === '' && name === '@metadata') continue;
      const path = prefix === '' ? name : `${prefix}.${name}`;
      paths.add(path);
      collect(member, path, depth + 1);
    }
  }
}

const MAX_VALUES = 20;
/** Longer texts are no values to pick from a list. */
const MAX_VALUE_LENGTH = 60;

/** The values of a path, most frequent first, as RQL writes them. */
export function fieldValues(documents: readonly JsonObject[], path: string): string[] {
  const counts = new Map<string, number>();
  for (const document of documents)
    for (const value of valuesAt(document, path.split('.'))) {
      const literal = asLiteral(value);
      if (literal !== undefined) counts.set(literal, (counts.get(literal) ?? 0) + 1);
    }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_VALUES)
    .map(([literal]) => literal);
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  return isJsonObject(value) ? valuesAt(value[name], rest) : [];
}

function asLiteral(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > MAX_VALUE_LENGTH) return undefined;
  return rqlText(value);
}
