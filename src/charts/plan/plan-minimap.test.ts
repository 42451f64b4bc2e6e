import { expect, test } from 'vitest';
import type { PlanBox } from './plan-box.ts';
import { layoutPlan } from './plan-layout.ts';
import { boxesPath, planMap } from './plan-minimap.ts';

const box = (id: string, children: readonly PlanBox[] = []): PlanBox => ({
  id,
  title: 'Scan',
  icon: () => null,
  lines: [],
  share: null,
  time: null,
  actual: null,
  estimate: null,
  flow: null,
  deviation: null,
  facts: [],
  children,
});
const wide = layoutPlan(
  box(
    '0',
    Array.from({ length: 40 }, (_, index) => box(`0.${index}`)),
  ),
);

test('there is no map while the whole plan is in view, and before the page has a size', () => {
  expect(planMap(wide, { x: 0, y: 0, k: 1, width: wide.width, height: wide.height })).toBeNull();
  expect(planMap(wide, { x: 50, y: 20, k: 0.1, width: 800, height: 600 })).toBeNull();
  expect(planMap(wide, { x: 0, y: 0, k: 1, width: 0, height: 0 })).toBeNull();
});

test.each([
  [-1, 0],
  [0, -1],
  [1, 0],
])('there is one when the plan is cut by a pixel at an edge', (x, y) => {
  expect(planMap(wide, { x, y, k: 1, width: wide.width, height: wide.height })).not.toBeNull();
});

test('the rectangle is the part of the plan in view', () => {
  const map = planMap(wide, { x: -100, y: -400, k: 2, width: 300, height: 200 });
  expect(map?.view.x).toBeCloseTo(50 * (map?.scaleX ?? 0));
  expect(map?.view.y).toBeCloseTo(200 * (map?.scaleY ?? 0));
  expect(map?.view.width).toBeCloseTo(150 * (map?.scaleX ?? 0));
  expect(map?.view.height).toBeCloseTo(100 * (map?.scaleY ?? 0));
});

test('a long narrow plan has a map that can be pointed at', () => {
  const map = planMap(wide, { x: 0, y: 0, k: 1, width: 100, height: 100 });
  expect(map?.height).toBeCloseTo(130);
  expect(map?.width).toBe(44);
});

test('the path has every box', () => {
  expect(boxesPath(wide).match(/M/g)).toHaveLength(41);
});
