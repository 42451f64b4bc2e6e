/** Reads of a plan's operators for advice. Pure. */
import type { PlanNode } from '../../../protocol/queries.ts';
import { planCount } from '../plan/plan-parameters.ts';

export function nodesOf(plan: PlanNode | null): readonly PlanNode[] {
  const found: PlanNode[] = [];
  const waiting = plan ? [plan] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    waiting.push(...node.children);
  }
  return found;
}

export function kindOf({ operation }: PlanNode): string {
  return operation.split(/[\s[]/, 1)[0] ?? operation;
}

/** Measured, or stated with high confidence. */
export function countOf(node: PlanNode): number | null {
  return node.entriesOut ?? planCount(node.parameters)?.value ?? null;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;
}
