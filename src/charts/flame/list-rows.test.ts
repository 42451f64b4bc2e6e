import { expect, test } from 'vitest';
import { listRows } from './list-rows.ts';
import { buildStackTree } from './stack-tree.ts';

const tree = buildStackTree([
  { frames: ['wait', 'pool', 'main'], count: 3 },
  { frames: ['write', 'journal', 'main'], count: 1 },
  { frames: ['pool', 'main'], count: 1 },
]);
const drawn = (closed: readonly number[]) =>
  listRows(tree, new Set(closed)).map(
    (row) => `${'  '.repeat(row.indent)}${row.node.frame} ${row.node.count}`,
  );

test('indents only at branches; a chain of single callers keeps its column', () => {
  expect(drawn([])).toEqual(['main 5', '  pool 4', '    wait 3', '  journal 1', '  write 1']);
});

test('hides the descendants of a collapsed node', () => {
  const pool = tree.nodes.find((node) => node.frame === 'pool');
  expect(drawn([pool?.id ?? -1])).toEqual(['main 5', '  pool 4', '  journal 1', '  write 1']);
});

test('shows stacks without frames as their own row', () => {
  const rows = listRows(buildStackTree([{ frames: [], count: 2 }]), new Set());
  expect(rows.map((row) => [row.node.depth, row.node.count])).toEqual([[0, 2]]);
});

test('handles thousands of frames without exhausting the stack', () => {
  const deep = buildStackTree([{ frames: Array.from({ length: 4000 }, (_, i) => `f${i}`), count: 1 }]);
  expect(listRows(deep, new Set())).toHaveLength(4000);
});
