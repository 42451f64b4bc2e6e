import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanBox } from './plan-box.ts';
import { layoutPlan, neighbour } from './plan-layout.ts';
import { planToText } from './plan-text.ts';

const plain = {
  icon: () => null,
  lines: ['Company'],
  share: null,
  time: null,
  actual: null,
  estimate: '10',
  flow: 10,
  deviation: null,
  facts: [],
};

function box(id: string, children: readonly PlanBox[] = [], own: Partial<PlanBox> = {}): PlanBox {
  return { ...plain, id, title: `op ${id}`, children, ...own };
}

/** Each number selects the parent of the next box among the existing ones. */
const anyTree: fc.Arbitrary<PlanBox> = fc.array(fc.nat(), { maxLength: 40 }).map((picks) => {
  const childrenOf: number[][] = [[]];
  picks.forEach((pick, index) => {
    childrenOf[pick % (index + 1)]?.push(index + 1);
    childrenOf.push([]);
  });
  const grow = (index: number): PlanBox =>
    box(String(index), (childrenOf[index] ?? []).map(grow), {
      lines: Array.from({ length: index % 5 }, () => 'x'.repeat(index * 3)),
      estimate: index % 2 === 0 ? '10' : null,
    });
  return grow(0);
});

test('places boxes without overlap, children right of their parent, all inside the reported size', () => {
  fc.assert(
    fc.property(anyTree, (root) => {
      const layout = layoutPlan(root);
      const byId = new Map(layout.boxes.map((placed) => [placed.box.id, placed]));
      for (const [index, a] of layout.boxes.entries()) {
        expect(a.x).toBeGreaterThanOrEqual(0);
        expect(a.y).toBeGreaterThanOrEqual(-1e-6);
        expect(a.x + layout.boxWidth).toBeLessThanOrEqual(layout.width + 1e-6);
        expect(a.y + a.height).toBeLessThanOrEqual(layout.height + 1e-6);
        const parent = a.parentId === null ? undefined : byId.get(a.parentId);
        if (parent) expect(a.x).toBeGreaterThanOrEqual(parent.x + layout.boxWidth);
        for (const b of layout.boxes.slice(index + 1))
          if (a.x === b.x) expect(a.y < b.y ? b.y - a.y - a.height : a.y - b.y - b.height).toBeGreaterThan(0);
      }
      expect(layout.edges).toHaveLength(layout.boxes.length - 1);
    }),
    { numRuns: 60 },
  );
});

test('draws a wider edge for more entries, and the thinnest for an unknown count', () => {
  const root = box('0', [
    box('0.0', [], { flow: 100_000 }),
    box('0.1', [], { flow: 10 }),
    box('0.2', [], { flow: null }),
  ]);
  const [many, few, unknown] = layoutPlan(root).edges.map((edge) => edge.width);
  expect(many).toBe(10);
  expect(few).toBeLessThan(5);
  expect(unknown).toBe(1.5);
  expect(layoutPlan(root).edges[2]?.label).toBe('');
});

test('moves to parent, first child and neighbours of the same level with the arrow keys, across parents', () => {
  const layout = layoutPlan(box('0', [box('0.0', [box('0.0.0')]), box('0.1', [box('0.1.0')])]));
  expect(neighbour(layout, '0', 'right')).toBe('0.0');
  expect(neighbour(layout, '0.1', 'left')).toBe('0');
  expect(neighbour(layout, '0.0.0', 'down')).toBe('0.1.0');
  expect(neighbour(layout, '0.1.0', 'up')).toBe('0.0.0');
  expect(neighbour(layout, '0.1.0', 'right')).toBe('0.1.0');
  expect(neighbour(layout, '0.1.0', 'first')).toBe('0');
});

test('prints the tree with counts and times', () => {
  const root = box('0', [
    box('0.0', [box('0.0.0')]),
    box('0.1', [], { actual: 120, time: '1.5 ms', deviation: '12× more' }),
  ]);
  expect(planToText(root).split('\n')).toEqual([
    'op 0  Company  [10]',
    '├─ op 0.0  Company  [10]',
    '│  └─ op 0.0.0  Company  [10]',
    '└─ op 0.1  Company  [120 (estimated 10) · 1.5 ms · 12× more]',
    '',
  ]);
});

test('a plan of more boxes than a call takes arguments is placed', () => {
  const many = Array.from({ length: 150_000 }, (_, index) => box(`0.${index}`));
  expect(layoutPlan(box('0', many)).boxes).toHaveLength(150_001);
}, 120_000);
