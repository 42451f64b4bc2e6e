import { Cog } from 'lucide-react';
import { expect, it } from 'vitest';
import type { PlanBox } from '../../../charts/plan/index.ts';
import { boxesOf, collapse, fadeOthers, isBelow, searchPlan, withLens } from './plan-lens.ts';

const box = (id: string, title: string, flow: number | null, children: PlanBox[] = []): PlanBox => ({
  id,
  title,
  icon: Cog,
  lines: [`line ${id}`],
  share: 0.5,
  time: null,
  actual: flow,
  estimate: null,
  flow,
  deviation: null,
  facts: [{ label: 'Operator', value: `${title}Match` }],
  children,
});
const plan = box('0', 'Sort', 10, [
  box('0.0', 'And', 10, [box('0.0.0', 'Term', 100), box('0.0.1', 'Range', null)]),
]);
const heats = (root: PlanBox) =>
  boxesOf(root).map(({ heat }) => (heat === undefined || heat === null ? heat : Math.round(heat * 100)));

it('tints by entries, and by the error of estimates', () => {
  expect(heats(withLens(plan, 'time', new Map()))).toEqual([undefined, undefined, undefined, undefined]);
  expect(heats(withLens(plan, 'entries', new Map()))).toEqual([52, 52, 100, null]);
  const estimates = new Map([
    ['0', 10],
    ['0.0', 1_000_000],
    ['0.0.0', 10],
    ['0.0.1', 5],
  ]);
  expect(heats(withLens(plan, 'error', estimates))).toEqual([0, 100, 48, null]);
});

it('finds operators by title, line and fact, and fades the others', () => {
  expect(searchPlan(plan, 'termmatch')).toEqual(['0.0.0']);
  expect(searchPlan(plan, 'line 0.0')).toEqual(['0.0', '0.0.0', '0.0.1']);
  expect(searchPlan(plan, '  ')).toEqual([]);
  expect(boxesOf(fadeOthers(plan, ['0.0.0'])).map(({ faded }) => faded)).toEqual([true, true, false, true]);
});

it('collapses what is below a box', () => {
  const shown = collapse(plan, new Set(['0.0']));
  expect(boxesOf(shown).map(({ id, lines }) => `${id} ${lines[0]}`)).toEqual([
    '0 line 0',
    '0.0 + 2 operators collapsed',
  ]);
  expect(collapse(plan, new Set())).toBe(plan);
  expect(boxesOf(collapse(plan, new Set(['0.0.0'])))).toHaveLength(4);
  expect(isBelow('0.0.1', new Set(['0.0']))).toBe(true);
  expect(isBelow('0.10', new Set(['0.1']))).toBe(false);
});
