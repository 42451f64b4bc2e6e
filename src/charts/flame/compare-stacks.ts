/** Merges two sets of stacks into one tree with the change of each frame. Pure. */
import { buildStackTree, type StackInput, type StackNode, type StackTree } from './stack-tree.ts';

export type ChangeKind = 'new' | 'gone' | 'grown' | 'shrunk' | 'same';

export interface Change {
  readonly before: number;
  readonly after: number;
  /** Share of all stacks on its side, 0 to 1: the two captures can have different sizes. */
  readonly beforeShare: number;
  readonly afterShare: number;
  readonly kind: ChangeKind;
}

export interface Comparison {
  /** Widths are the sum of both shares, so that removed frames stay next to new ones. */
  readonly tree: StackTree;
  /** By node id. */
  readonly changes: readonly Change[];
  readonly beforeTotal: number;
  readonly afterTotal: number;
}

/** Smaller differences of share are sampling noise, not a change. */
const NOISE = 1e-9;
/** Shares are laid out as integers; this many units per side. */
const SCALE = 1_000_000;

export function compareStacks(before: readonly StackInput[], after: readonly StackInput[]): Comparison {
  const sum = (stacks: readonly StackInput[]) => stacks.reduce((total, stack) => total + stack.count, 0);
  const beforeTotal = sum(before);
  const afterTotal = sum(after);
  const scaled = (stacks: readonly StackInput[], total: number) =>
    stacks.map(({ frames, count }) => ({ frames, count: total === 0 ? 0 : (count / total) * SCALE }));
  const tree = buildStackTree([...scaled(before, beforeTotal), ...scaled(after, afterTotal)]);
  const counts = tree.nodes.map(() => ({ before: 0, after: 0 }));
  // Children have larger ids than their parents, so one pass from the end sums everything.
  for (let id = tree.nodes.length - 1; id >= 0; id--) {
    const node = tree.nodes[id];
    const own = counts[id];
    if (!node || !own) continue;
    for (const input of node.inputs) {
      if (input < before.length) own.before += before[input]?.count ?? 0;
      else own.after += after[input - before.length]?.count ?? 0;
    }
    const parent = node.parent && counts[node.parent.id];
    if (parent) {
      parent.before += own.before;
      parent.after += own.after;
    }
  }
  const changes = counts.map((count): Change => {
    const beforeShare = beforeTotal === 0 ? 0 : count.before / beforeTotal;
    const afterShare = afterTotal === 0 ? 0 : count.after / afterTotal;
    return { ...count, beforeShare, afterShare, kind: kindOf(count, beforeShare, afterShare) };
  });
  return { tree, changes, beforeTotal, afterTotal };
}

function kindOf(
  count: { before: number; after: number },
  beforeShare: number,
  afterShare: number,
): ChangeKind {
  if (count.before === 0 && count.after === 0) return 'same';
  if (count.before === 0) return 'new';
  if (count.after === 0) return 'gone';
  if (Math.abs(afterShare - beforeShare) <= NOISE) return 'same';
  return afterShare > beforeShare ? 'grown' : 'shrunk';
}

/** The outermost frame of each change: a frame whose parent has the same kind of change adds no information. */
export function changeRoots({ tree, changes }: Comparison): StackNode[] {
  const kind = (node: StackNode) => changes[node.id]?.kind ?? 'same';
  return tree.nodes.filter(
    (node) =>
      node.depth > 0 && kind(node) !== 'same' && (node.parent === null || kind(node.parent) !== kind(node)),
  );
}
