import { expect, test } from 'vitest';
import type { PlanBox } from './plan-box.ts';
import { layoutPlan } from './plan-layout.ts';
import { SMALL_PLAN, visiblePlan } from './plan-window.ts';

function box(id: string, children: readonly PlanBox[] = []): PlanBox {
  return {
    ...{ id, title: 'op', icon: () => null, lines: ['Company'], share: null, time: null, actual: null },
    ...{ estimate: '10', flow: 10, deviation: null, facts: [], children },
  };
}
const withLeaves = (count: number): PlanBox =>
  box(
    '0',
    Array.from({ length: count }, (_, index) => box(`0.${index}`)),
  );
const none: ReadonlySet<string> = new Set();

test('draws a small plan completely, before its element has a size too', () => {
  const layout = layoutPlan(withLeaves(SMALL_PLAN - 1));
  const shown = visiblePlan(layout, { x: 0, y: 0, k: 0.1, width: 0, height: 0 }, none);
  expect(shown.boxes).toHaveLength(SMALL_PLAN);
  expect(shown.edges).toHaveLength(SMALL_PLAN - 1);
  expect(shown.readable).toBe(true);
});

test('draws only what a window shows of a large plan, and the boxes that it must', () => {
  const layout = layoutPlan(withLeaves(2000));
  const last = layout.boxes.at(-1);
  if (!last) throw new Error('the plan is empty');
  // The window shows the end of the column of leaves.
  const view = { x: -last.x, y: -(last.y + last.height - 400), k: 1, width: 600, height: 400 };
  const shown = visiblePlan(layout, view, new Set(['0.3']));
  const ids = shown.boxes.map((placed) => placed.box.id);
  expect(ids).toContain(last.box.id);
  expect(ids).toContain('0.3');
  expect(ids).not.toContain('0.4');
  expect(shown.boxes.length).toBeLessThan(20);
  expect(shown.readable).toBe(true);
  // Every edge that crosses the window is drawn, and each is one of the layout.
  expect(shown.edges.length).toBeGreaterThan(0);
  expect(shown.edges.length).toBeLessThan(2000);
});

test('draws a large plan without texts where they are too small to read', () => {
  const layout = layoutPlan(withLeaves(2000));
  expect(visiblePlan(layout, { x: 0, y: 0, k: 0.08, width: 1400, height: 900 }, none).readable).toBe(false);
  expect(visiblePlan(layout, { x: 0, y: 0, k: 0.08, width: 0, height: 0 }, none).boxes).toEqual([]);
});

test('an edge is inside of the rectangle that it reports', () => {
  const layout = layoutPlan(withLeaves(5));
  for (const edge of layout.edges) {
    const numbers = (edge.path.match(/-?[\d.]+/g) ?? []).map(Number);
    const xs = numbers.filter((_, index) => index % 2 === 0);
    const ys = numbers.filter((_, index) => index % 2 === 1);
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(edge.left - 0.001);
    expect(Math.max(...xs)).toBeLessThanOrEqual(edge.right + 0.001);
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(edge.top - 0.001);
    expect(Math.max(...ys)).toBeLessThanOrEqual(edge.bottom + 0.001);
  }
});
