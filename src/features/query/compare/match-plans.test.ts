import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanNode } from '../../../protocol/queries.ts';
import { matchPlans, type MatchedNode } from './match-plans.ts';

const node = (
  operation: string,
  field = '',
  children: PlanNode[] = [],
  more: Partial<PlanNode> = {},
): PlanNode => ({
  operation,
  parameters: field === '' ? {} : { FieldName: field },
  children,
  entriesIn: null,
  entriesOut: null,
  estimate: null,
  ownMs: null,
  totalMs: null,
  ...more,
});
const text = ({ depth, difference, before, after }: MatchedNode): string =>
  `${'  '.repeat(depth)}${difference} ${after?.operation ?? before?.operation ?? ''}`;
const matched = (before: PlanNode, after: PlanNode): string[] => matchPlans(before, after).map(text);

describe('two plans', () => {
  it('are the same operator by operator when nothing changed', () => {
    const plan = node('SortingMatch', 'Date', [
      node('BinaryMatch [And]', '', [node('TermMatch', 'A'), node('TermMatch', 'B')]),
    ]);
    expect(matched(plan, plan).every((line) => line.trim().startsWith('same'))).toBe(true);
  });

  it('show a child that was added in the middle, and leave the others matched', () => {
    const before = node('BinaryMatch [And]', '', [node('TermMatch', 'A'), node('TermMatch', 'C')]);
    const after = node('BinaryMatch [And]', '', [
      node('TermMatch', 'A'),
      node('TermMatch', 'B'),
      node('TermMatch', 'C'),
    ]);
    expect(matched(before, after)).toEqual([
      'same BinaryMatch [And]',
      '  same TermMatch',
      '  added TermMatch',
      '  same TermMatch',
    ]);
    expect(matched(after, before)[2]).toBe('  removed TermMatch');
  });

  it('show an operator that was put around the plan, and one that was taken away', () => {
    const inner = node('BinaryMatch [And]', '', [node('TermMatch', 'A')]);
    const outer = node('SortingMatch', 'Date', [inner]);
    expect(matched(inner, outer)).toEqual([
      'added SortingMatch',
      '  same BinaryMatch [And]',
      '    same TermMatch',
    ]);
    expect(matched(outer, inner)).toEqual([
      'removed SortingMatch',
      '  same BinaryMatch [And]',
      '    same TermMatch',
    ]);
  });

  it('match an operator of another variant or field as changed', () => {
    expect(matched(node('TermMatch [Once]', 'A'), node('TermMatch [Set]', 'A'))).toEqual([
      'changed TermMatch [Set]',
    ]);
    const of = (field: string) => node('BinaryMatch [Or]', '', [node('TermMatch', field)]);
    expect(matched(of('A'), of('B'))).toEqual(['same BinaryMatch [Or]', '  changed TermMatch']);
  });

  it('have differences of time and entries where both were measured', () => {
    const before = node('TermMatch', 'A', [], { ownMs: 5, entriesOut: 100 });
    const after = node('TermMatch', 'A', [], { ownMs: 2, entriesOut: 130 });
    expect(matchPlans(before, after)[0]).toMatchObject({ difference: 'same', deltaMs: -3, deltaEntries: 30 });
    expect(matchPlans(before, node('TermMatch', 'A'))[0]).toMatchObject({
      deltaMs: null,
      deltaEntries: null,
    });
  });

  it('that have nothing in common are one removed and one added', () => {
    expect(matched(node('A'), node('B'))).toEqual(['removed A', 'added B']);
    expect(matchPlans(null, node('B')).map(text)).toEqual(['added B']);
    expect(matchPlans(null, null)).toEqual([]);
  });
});

const operation = fc.constantFrom('SortingMatch', 'BinaryMatch [And]', 'TermMatch', 'UnaryMatch');
const field = fc.constantFrom('', 'A', 'B');
const plans = fc.letrec<{ node: PlanNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(operation, field).map(([name, of]) => node(name, of)),
    fc
      .tuple(operation, field, fc.array(tie('node'), { maxLength: 4 }))
      .map(([name, of, children]) => node(name, of, children)),
  ),
})).node;

const size = (plan: PlanNode): number => 1 + plan.children.reduce((sum, child) => sum + size(child), 0);

it('has every operator of both plans in exactly one row', () => {
  fc.assert(
    fc.property(plans, plans, (before, after) => {
      const rows = matchPlans(before, after);
      const befores = rows.flatMap((row) => row.before ?? []);
      const afters = rows.flatMap((row) => row.after ?? []);
      expect([befores.length, afters.length]).toEqual([size(before), size(after)]);
      expect(new Set(befores).size).toBe(befores.length);
      expect(new Set(afters).size).toBe(afters.length);
    }),
  );
});

it('finds no difference between a plan and itself', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      expect(matchPlans(plan, plan).every(({ difference }) => difference === 'same')).toBe(true);
    }),
  );
});
