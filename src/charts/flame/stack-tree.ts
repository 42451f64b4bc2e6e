/** The prefix tree of stacks. */

export interface StackInput {
  /** Innermost first. */
  readonly frames: readonly string[];
  /** How many threads or samples have this stack. */
  readonly count: number;
}

export interface StackNode {
  /** Position in depth-first order: stable for one tree, the root is 0. */
  readonly id: number;
  /** The full text of the frame; empty for the root. */
  readonly frame: string;
  /** The root is 0, the outermost frame 1. */
  readonly depth: number;
  /** Stacks that contain this node. */
  readonly count: number;
  /** Stacks that end here: this is their innermost frame. */
  readonly self: number;
  /** Sum of the counts to the left of this node. */
  readonly start: number;
  /** Indices of the inputs that end here. */
  readonly inputs: readonly number[];
  readonly parent: StackNode | null;
  /** By descending count, then by text. */
  readonly children: readonly StackNode[];
}

export interface StackTree {
  readonly root: StackNode;
  /** All nodes, by id. */
  readonly nodes: readonly StackNode[];
  readonly maxDepth: number;
}

interface MutableNode {
  frame: string;
  count: number;
  self: number;
  inputs: number[];
  children: Map<string, MutableNode>;
}

export function buildStackTree(stacks: readonly StackInput[]): StackTree {
  const root: MutableNode = seed('');
  stacks.forEach((stack, index) => {
    let at = root;
    at.count += stack.count;
    for (let i = stack.frames.length - 1; i >= 0; i--) {
      const frame = stack.frames[i] ?? '';
      let next = at.children.get(frame);
      if (!next) at.children.set(frame, (next = seed(frame)));
      next.count += stack.count;
      at = next;
    }
    at.self += stack.count;
    at.inputs.push(index);
  });

  return finish(root);
}

/**
 * Converts the mutable tree to nodes in depth-first order, without recursion: a stack can hold thousands of frames.
 */
function finish(grown: MutableNode): StackTree {
  const nodes: StackNode[] = [];
  let maxDepth = 0;
  interface Pending {
    readonly from: MutableNode;
    readonly parent: (StackNode & { readonly children: StackNode[] }) | null;
    readonly start: number;
  }
  const pending: Pending[] = [{ from: grown, parent: null, start: 0 }];
  for (let at = pending.pop(); at; at = pending.pop()) {
    const { from, parent, start } = at;
    const children: StackNode[] = [];
    const node = {
      id: nodes.length,
      frame: from.frame,
      depth: parent ? parent.depth + 1 : 0,
      count: from.count,
      self: from.self,
      start,
      inputs: from.inputs,
      parent,
      children,
    };
    nodes.push(node);
    parent?.children.push(node);
    maxDepth = Math.max(maxDepth, node.depth);
    const ordered = [...from.children.values()].sort(
      (a, b) => b.count - a.count || (a.frame < b.frame ? -1 : 1),
    );
    let childStart = start + from.count - from.self;
    // Pushed in reverse, so that the first child is popped first.
    for (const child of ordered.reverse()) {
      childStart -= child.count;
      pending.push({ from: child, parent: node, start: childStart });
    }
  }
  const [root] = nodes;
  if (!root) throw new Error('A stack tree always has its root.');
  return { root, nodes, maxDepth };
}

function seed(frame: string): MutableNode {
  return { frame, count: 0, self: 0, inputs: [], children: new Map() };
}

/** The path from the outermost frame to this one. */
export function pathTo(node: StackNode): StackNode[] {
  const path: StackNode[] = [];
  for (let at: StackNode | null = node; at && at.depth > 0; at = at.parent) path.unshift(at);
  return path;
}

/** Ids of the frames that contain every word, not case-sensitive. */
export function searchFrames(tree: StackTree, words: string): ReadonlySet<number> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return new Set();
  return new Set(
    tree.nodes
      .filter((node) => {
        const text = node.frame.toLowerCase();
        return node.depth > 0 && wanted.every((word) => text.includes(word));
      })
      .map((node) => node.id),
  );
}

/** The number of stacks that contain at least one matching frame, each counted once. */
export function countContaining(tree: StackTree, found: ReadonlySet<number>): number {
  let sum = 0;
  const pending: StackNode[] = [tree.root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (found.has(node.id)) sum += node.count;
    else pending.push(...node.children);
  }
  return sum;
}
