/** The tree as rows. A chain of single callers keeps its column; only a branch indents. Pure. */
import type { StackNode, StackTree } from './stack-tree.ts';

export interface ListRow {
  readonly node: StackNode;
  /** Number of branches above this row. */
  readonly indent: number;
  readonly expandable: boolean;
  readonly expanded: boolean;
}

/** `closed` contains the nodes whose descendants are hidden. The root has a row only if stacks end in it. */
export function listRows(tree: StackTree, closed: ReadonlySet<number>): ListRow[] {
  const rows: ListRow[] = [];
  // An explicit stack instead of recursion: captures can be thousands of frames deep.
  const pending: { node: StackNode; indent: number }[] = [];
  const push = (children: readonly StackNode[], indent: number) => {
    for (let i = children.length - 1; i >= 0; i--) {
      const node = children[i];
      if (node) pending.push({ node, indent });
    }
  };
  if (tree.root.self > 0) rows.push({ node: tree.root, indent: 0, expandable: false, expanded: false });
  push(tree.root.children, 0);
  for (let at = pending.pop(); at; at = pending.pop()) {
    const { node, indent } = at;
    const expandable = node.children.length > 0;
    const expanded = expandable && !closed.has(node.id);
    rows.push({ node, indent, expandable, expanded });
    // Stacks that end here while others continue are a branch too.
    const forks = node.children.length > 1 || (node.self > 0 && node.children.length > 0);
    if (expanded) push(node.children, forks ? indent + 1 : indent);
  }
  return rows;
}
