/**
 * Values that a comparison with a whole number hides in the sandbox and a server with Corax returns: `Price = 0` has no row
 * with 0.4 here, so the evidence is counted in the index. Pure.
 */
import type { JsonObject } from '../../../protocol/queries.ts';
import { formatCount } from '../../../ui/format.ts';
import { sourceAlias } from '../../../ui/rql/index.ts';
import { conditionsOf, type Condition } from './conditions.ts';
import { rqlPath, rqlText } from '../../../protocol/rql-text.ts';

export interface HiddenRange {
  /** As written in the query. */
  readonly path: string;
  readonly operator: Condition['operator'];
  readonly literal: string;
  /** Exclusive bounds: a server takes these values for the whole number. */
  readonly low: number;
  readonly high: number;
}

export interface HiddenFractions extends HiddenRange {
  readonly count: number;
}

/** Names that need no quotes. */
const SIMPLE_PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

export function hiddenRanges(query: string, parameters: JsonObject): readonly HiddenRange[] {
  return conditionsOf(query, parameters).flatMap(({ path, operator, values: [value] }) => {
    if (value?.kind !== 'whole' || value.number === undefined || !SIMPLE_PATH.test(path)) return [];
    const bounds = hiddenBounds(operator, value.number);
    return bounds ? [{ path, operator, literal: value.text, ...bounds }] : [];
  });
}

/** Whole parts are cut towards zero: 0.4 and -0.4 become 0. */
function hiddenBounds(operator: Condition['operator'], n: number): { low: number; high: number } | null {
  if (!Number.isSafeInteger(n)) return null;
  const above = n >= 0 ? n + 1 : n;
  const below = n <= 0 ? n - 1 : n;
  if (operator === '=') return { low: below, high: above };
  if (operator === '<=' && n >= 0) return { low: n, high: above };
  if (operator === '>=' && n <= 0) return { low: below, high: n };
  return null;
}

/** Counts the values of a range in the index that answered. */
export function hiddenQuery(indexName: string, query: string, { path, low, high }: HiddenRange): string {
  const alias = sourceAlias(query);
  const field = rqlPath(alias !== null && path.startsWith(`${alias}.`) ? path.slice(alias.length + 1) : path);
  const whole = low + 1 < high ? ` and ${field} != ${low + 1}` : '';
  return `from index ${rqlText(indexName)} where ${field} > ${low} and ${field} < ${high}${whole} limit 0, 1`;
}

export function hiddenEvidence({ count, path, operator, literal, low, high }: HiddenFractions): string {
  return `${formatCount(count)} more ${count === 1 ? 'entry has' : 'entries have'} a fraction between ${low} and ${high} in ${path}. Corax compares only the whole part, because ${literal} has no fraction, and returns them for ${path} ${operator} ${literal}.`;
}
