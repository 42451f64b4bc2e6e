/** Why an answer does not have the documented format, in words. */
import { z } from 'zod';

const SHOWN_PROBLEMS = 3;

/**
 * The named members when an answer has none of them. Every member of a tolerant schema may be absent, but an answer
 * without a single one is not the documented answer of an empty server: it is the answer of something else.
 */
export function lackingMembers(schema: z.ZodType, json: unknown): readonly string[] {
  if (!(schema instanceof z.ZodObject) || typeof json !== 'object' || json === null) return [];
  const names = Object.keys(schema.shape);
  return names.some((name) => name in json) ? [] : names;
}

/** `it lacks Results`, `it is null`, `Results[0].Name is a number`. */
export function formatProblem(error: z.ZodError, json: unknown): string {
  const own = error.issues.find(({ path }) => path.length === 0);
  if (own !== undefined) return `it is ${kindOf(json)}`;
  const missing = error.issues.filter(({ path }) => valueAt(json, path) === undefined);
  if (missing.length > 0) return lacks(missing.map(({ path }) => placeOf(path)));
  return error.issues
    .slice(0, SHOWN_PROBLEMS)
    .map(({ path }) => `${placeOf(path)} is ${kindOf(valueAt(json, path))}`)
    .join(', ');
}

export function lacks(names: readonly string[]): string {
  const more = names.length - SHOWN_PROBLEMS;
  return `it lacks ${names.slice(0, SHOWN_PROBLEMS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    json,
  );
}

function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
