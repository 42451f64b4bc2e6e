/**
 * Matches the operators of two plans. Operators match when they have the same kind and the same field, and their parents
 * match; children are aligned in order, so that one that was added or removed does not shift the others. Pure.
 */
import type { PlanNode } from '../../../protocol/queries.ts';
import { fieldName } from '../plan/plan-parameters.ts';

export type PlanDifference = 'same' | 'changed' | 'added' | 'removed';

export interface MatchedNode {
  /** Depth in the matched tree; the root is 0. */
  readonly depth: number;
  readonly difference: PlanDifference;
  readonly before: PlanNode | null;
  readonly after: PlanNode | null;
  /** Own time in ms, after minus before; null when one of them was not measured. */
  readonly deltaMs: number | null;
  /** Output entries, after minus before; null when one of them is unknown. */
  readonly deltaEntries: number | null;
}

/** Parents first. */
export function matchPlans(before: PlanNode | null, after: PlanNode | null): readonly MatchedNode[] {
  const rows: MatchedNode[] = [];
  align(before, after, 0, rows);
  return rows;
}

function align(before: PlanNode | null, after: PlanNode | null, depth: number, rows: MatchedNode[]): void {
  if (!before && !after) return;
  if (before && after && kindOf(before) !== kindOf(after)) {
    // An operator was put around the other plan, or taken away from around it.
    const inside = closestChild(after, before);
    if (inside) {
      rows.push(rowOf(null, after, depth));
      for (const child of after.children) align(child === inside ? before : null, child, depth + 1, rows);
      return;
    }
    const outside = closestChild(before, after);
    if (outside) {
      rows.push(rowOf(before, null, depth));
      for (const child of before.children) align(child, child === outside ? after : null, depth + 1, rows);
      return;
    }
    align(before, null, depth, rows);
    align(null, after, depth, rows);
    return;
  }
  rows.push(rowOf(before, after, depth));
  for (const [one, other] of pairs(before?.children ?? [], after?.children ?? []))
    align(one, other, depth + 1, rows);
}

function closestChild(node: PlanNode, wanted: PlanNode): PlanNode | undefined {
  return (
    node.children.find((child) => signature(child) === signature(wanted)) ??
    node.children.find((child) => kindOf(child) === kindOf(wanted)) ??
    node.children.find((child) => closestChild(child, wanted) !== undefined)
  );
}

/** In order: first by kind and field, then, between those, by kind alone. Every child is in one pair. */
function pairs(
  before: readonly PlanNode[],
  after: readonly PlanNode[],
): readonly (readonly [PlanNode | null, PlanNode | null])[] {
  return segments(before, after, signature).flatMap(([ones, others]) =>
    ones.length === 1 && others.length === 1
      ? [[ones[0] ?? null, others[0] ?? null] as const]
      : segments(ones, others, kindOf).flatMap(([left, right]) => {
          const count = Math.max(left.length, right.length);
          if (left.length === 1 && right.length === 1) return [[left[0] ?? null, right[0] ?? null] as const];
          return Array.from({ length: count * 2 }, (_, i) =>
            i < count ? ([left[i] ?? null, null] as const) : ([null, right[i - count] ?? null] as const),
          ).filter(([one, other]) => one !== null || other !== null);
        }),
  );
}

/** Splits both lists at the elements of their longest common subsequence; each of those is a segment of its own. */
function segments(
  before: readonly PlanNode[],
  after: readonly PlanNode[],
  keyOf: (node: PlanNode) => string,
): readonly (readonly [readonly PlanNode[], readonly PlanNode[]])[] {
  const a = before.map(keyOf);
  const b = after.map(keyOf);
  // lengths[i][j]: the longest common subsequence of a from i and b from j.
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const found: (readonly [readonly PlanNode[], readonly PlanNode[]])[] = [];
  let [i, j, fromA, fromB] = [0, 0, 0, 0];
  const rest = (): void => {
    if (i > fromA || j > fromB) found.push([before.slice(fromA, i), after.slice(fromB, j)]);
  };
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      rest();
      found.push([before.slice(i, i + 1), after.slice(j, j + 1)]);
      fromA = ++i;
      fromB = ++j;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  i = a.length;
  j = b.length;
  rest();
  return found;
}

function rowOf(before: PlanNode | null, after: PlanNode | null, depth: number): MatchedNode {
  return {
    depth,
    difference:
      before === null ? 'added' : after === null ? 'removed' : isSame(before, after) ? 'same' : 'changed',
    before,
    after,
    deltaMs: difference(before && ownMs(before), after && ownMs(after)),
    deltaEntries: difference(before?.entriesOut ?? null, after?.entriesOut ?? null),
  };
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

/** Newer RavenDB builds report a node's milliseconds among the parameters. */
function ownMs(node: PlanNode): number | null {
  if (node.ownMs !== null) return node.ownMs;
  const value = Number.parseFloat(node.parameters.Ms ?? '');
  return Number.isFinite(value) ? value : null;
}

/** What the server measures differs between any two runs; operators are the same when they do the same. */
const measured = new Set(['Ms', 'Count', 'CountConfidence', 'StoppedEarly']);

function isSame(before: PlanNode, after: PlanNode): boolean {
  const text = ({ operation, parameters }: PlanNode): string =>
    JSON.stringify([
      operation,
      Object.entries(parameters)
        .filter(([name]) => !measured.has(name))
        .sort(),
    ]);
  return text(before) === text(after);
}

/** The operator without its variant: `TermMatch [Set]` and `TermMatch [Once]` do the same. */
function kindOf({ operation }: PlanNode): string {
  return operation.split(/[\s[]/, 1)[0] ?? operation;
}

function signature(node: PlanNode): string {
  return `${kindOf(node)} ${fieldName(node.parameters) ?? ''}`;
}
