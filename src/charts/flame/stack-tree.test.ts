import fc from 'fast-check';
import { expect, test } from 'vitest';
import { icicleRows } from './icicle-rows.ts';
import { buildStackTree, countContaining, pathTo, searchFrames, type StackInput } from './stack-tree.ts';

const stacks: readonly StackInput[] = [
  { frames: ['wait', 'pool', 'main'], count: 3 },
  { frames: ['write', 'journal', 'main'], count: 1 },
  { frames: ['pool', 'main'], count: 2 },
  { frames: [], count: 1 },
];

test('puts the outermost frame at the root and merges shared prefixes', () => {
  const tree = buildStackTree(stacks);
  expect(tree.root.count).toBe(7);
  expect(tree.root.self).toBe(1);
  expect(tree.root.inputs).toEqual([3]);
  expect(tree.root.children.map((node) => [node.frame, node.count])).toEqual([['main', 6]]);
  const main = tree.root.children[0];
  expect(main?.children.map((node) => [node.frame, node.count, node.self])).toEqual([
    ['pool', 5, 2],
    ['journal', 1, 0],
  ]);
  expect(tree.maxDepth).toBe(3);
  const write = tree.nodes.find((node) => node.frame === 'write');
  expect(write && pathTo(write).map((node) => node.frame)).toEqual(['main', 'journal', 'write']);
});

test('matches every word anywhere, and counts a stack once', () => {
  const tree = buildStackTree([...stacks, { frames: ['main', 'main'], count: 4 }]);
  expect(countContaining(tree, searchFrames(tree, 'MAIN'))).toBe(10);
  expect(countContaining(tree, searchFrames(tree, 'jour nal'))).toBe(1);
  expect(searchFrames(tree, '  ').size).toBe(0);
});

const anyStacks = fc.array(
  fc.record({
    frames: fc.array(fc.constantFrom('a', 'b', 'c', '', 'a.b(c)'), { maxLength: 8 }),
    count: fc.integer({ min: 1, max: 50 }),
  }),
  { maxLength: 30 },
);

test('preserves every stack, and counts sum up at every node', () => {
  fc.assert(
    fc.property(anyStacks, (input) => {
      const tree = buildStackTree(input);
      expect(tree.root.count).toBe(input.reduce((sum, stack) => sum + stack.count, 0));
      const seen = new Map<number, string[]>();
      tree.nodes.forEach((node, index) => {
        expect(node.id).toBe(index);
        expect(node.children.reduce((sum, child) => sum + child.count, node.self)).toBe(node.count);
        const frames = pathTo(node)
          .map((each) => each.frame)
          .reverse();
        for (const each of node.inputs) seen.set(each, frames);
      });
      expect(input.map((_, index) => seen.get(index))).toEqual(input.map((stack) => [...stack.frames]));
    }),
  );
});

test('places rows inside their parents without overlap', () => {
  fc.assert(
    fc.property(anyStacks, fc.integer({ min: 50, max: 2000 }), (input, width) => {
      const tree = buildStackTree(input);
      const rows = icicleRows(tree, tree.root, width);
      for (const row of rows) {
        let right = 0;
        for (const cell of row) {
          expect(cell.x).toBeGreaterThanOrEqual(right - 1e-6);
          right = cell.x + cell.width;
          expect(right).toBeLessThanOrEqual(width + 1e-6);
        }
      }
    }),
  );
});

test('gives the focused frame and its ancestors the full width and hides siblings', () => {
  const tree = buildStackTree(stacks);
  const journal = tree.nodes.find((node) => node.frame === 'journal');
  if (!journal) throw new Error('journal is missing');
  const rows = icicleRows(tree, journal, 100);
  expect(rows.map((row) => row.map((cell) => [cell.node.frame, cell.width]))).toEqual([
    [['', 100]],
    [['main', 100]],
    [['journal', 100]],
    [['write', 100]],
  ]);
});
