import { expect, test } from 'vitest';
import { changeRoots, compareStacks } from './compare-stacks.ts';
import { frameTotals, sandwich } from './frame-totals.ts';
import { readPatterns, transformStacks } from './transform-stacks.ts';
import { buildStackTree } from './stack-tree.ts';

const stacks = [
  { frames: ['read', 'load', 'main'], count: 3 },
  { frames: ['parse', 'load', 'main'], count: 1 },
  { frames: ['fib', 'fib', 'fib', 'main'], count: 2 },
];

test('counts a function once per stack, even if it occurs several times', () => {
  const totals = new Map(frameTotals(stacks).map((each) => [each.frame, each]));
  expect(totals.get('main')).toEqual({ frame: 'main', total: 6, self: 0 });
  expect(totals.get('fib')).toEqual({ frame: 'fib', total: 2, self: 2 });
  expect(frameTotals(stacks)[0]?.frame).toBe('read');
});

test('puts the function at the root of both sandwich trees', () => {
  const { callers, callees } = sandwich(stacks, 'load');
  const up = buildStackTree(callers);
  expect(up.root.count).toBe(4);
  expect(up.root.children.map((node) => node.frame)).toEqual(['load']);
  expect(up.root.children[0]?.children.map((node) => node.frame)).toEqual(['main']);
  const down = buildStackTree(callees);
  expect(down.root.children[0]?.children.map((node) => [node.frame, node.count])).toEqual([
    ['read', 3],
    ['parse', 1],
  ]);
});

test('uses the outermost call of a recursive function', () => {
  const { callers, callees } = sandwich(stacks, 'fib');
  expect(callers).toEqual([{ frames: ['main', 'fib'], count: 2 }]);
  expect(callees).toEqual([{ frames: ['fib', 'fib', 'fib'], count: 2 }]);
});

test('reports grown, shrunk, new and removed frames with counts of both sides', () => {
  const before = [
    { frames: ['wait', 'main'], count: 6 },
    { frames: ['read', 'main'], count: 2 },
    { frames: ['old', 'main'], count: 2 },
  ];
  const after = [
    { frames: ['wait', 'main'], count: 2 },
    { frames: ['read', 'main'], count: 12 },
    { frames: ['fresh', 'main'], count: 6 },
  ];
  const comparison = compareStacks(before, after);
  const kinds = Object.fromEntries(
    comparison.tree.nodes.map((node) => [node.frame, comparison.changes[node.id]?.kind]),
  );
  expect(kinds).toEqual({
    '': 'same',
    main: 'same',
    wait: 'shrunk',
    read: 'grown',
    old: 'gone',
    fresh: 'new',
  });
  expect(comparison.changes[0]).toMatchObject({ before: 10, after: 20, beforeShare: 1, afterShare: 1 });
  expect(
    changeRoots(comparison)
      .map((node) => node.frame)
      .sort(),
  ).toEqual(['fresh', 'old', 'read', 'wait']);
});

test('reports no change for twice as many threads with the same stacks', () => {
  const comparison = compareStacks(
    stacks,
    stacks.map((stack) => ({ ...stack, count: stack.count * 2 })),
  );
  expect(new Set(comparison.changes.map((change) => change.kind))).toEqual(new Set(['same']));
});

test('reports everything as new for an empty first side', () => {
  const comparison = compareStacks([], stacks);
  expect(comparison.changes.slice(1).every((change) => change.kind === 'new')).toBe(true);
});

test('reads patterns as text or expressions, and reports invalid ones', () => {
  const { matches, wrong } = readPatterns('Tokio::\n/^std::.*panic/\n/(/\n\n');
  expect(matches('tokio::runtime::park')).toBe(true);
  expect(matches('std::rt::panicking')).toBe(true);
  expect(matches('my::std::panic')).toBe(false);
  expect(wrong).toEqual(['/(/']);
  expect(readPatterns('').matches('anything')).toBe(false);
});

test('removes hidden frames, groups idle stacks and keeps indices', () => {
  const reshaped = transformStacks(stacks, {
    hide: (frame) => frame === 'load',
    idle: (frames) => (frames[0] === 'parse' ? 'waiting for input' : null),
    idleName: 'waiting',
  });
  expect(reshaped.map((stack) => stack.frames)).toEqual([
    ['read', 'main'],
    ['waiting for input', 'waiting'],
    ['fib', 'fib', 'fib', 'main'],
  ]);
  expect(reshaped.map((stack) => stack.count)).toEqual([3, 1, 2]);
});

test('compares three hundred threads with two hundred frames each within the time limit', () => {
  const many = (shift: number) =>
    Array.from({ length: 300 }, (_, thread) => ({
      frames: Array.from({ length: 200 }, (_unused, depth) => `frame_${depth}_${(thread + shift) % 60}`),
      count: 1,
    }));
  const begun = performance.now();
  const comparison = compareStacks(many(0), many(7));
  frameTotals(many(0));
  sandwich(many(0), 'frame_100_3');
  expect(comparison.tree.maxDepth).toBe(200);
  expect(performance.now() - begun).toBeLessThan(2000);
});
