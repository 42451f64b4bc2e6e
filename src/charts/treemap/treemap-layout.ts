/** Places the leaves of a tree as rectangles whose areas are their sizes. Pure. */
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

/** `size` counts only for a leaf; a parent has the sum of its children. */
export interface TreemapNode {
  readonly id: string;
  readonly label: string;
  readonly size: number;
  readonly children?: readonly TreemapNode[];
}

export interface TreemapCell {
  readonly node: TreemapNode;
  /** The place of its top ancestor: decides the colour. */
  readonly group: number;
  /** Labels from the top ancestor to the leaf. */
  readonly path: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PADDING = 2;
/** More cells are too small to be seen and slow to draw. */
export const MAX_CELLS = 400;
/** The id of the cell for all smaller leaves. */
export const OTHERS = 'treemap/others';

/**
 * Cells of leaves, in units of `width` and `height`; leaves without a size are left out. The smallest of many leaves
 * share one cell.
 */
export function treemapCells(
  nodes: readonly TreemapNode[],
  width: number,
  height: number,
): readonly TreemapCell[] {
  const root: TreemapNode = { id: '', label: '', size: 0, children: limited(nodes) };
  const tree = hierarchy<TreemapNode>(root, (node) => node.children).sum((node) =>
    node.children === undefined ? Math.max(0, node.size) : 0,
  );
  const groups = new Map(root.children?.map(({ id }, at) => [id, at]));
  const placed = treemap<TreemapNode>().tile(treemapSquarify).size([width, height]).paddingInner(PADDING)(
    tree,
  );
  return placed.leaves().flatMap((leaf): TreemapCell[] => {
    const path = leaf.ancestors().reverse().slice(1);
    const top = path[0];
    if (!top || (leaf.value ?? 0) <= 0) return [];
    return [
      {
        node: leaf.data,
        group: groups.get(top.data.id) ?? 0,
        path: path.map(({ data }) => data.label),
        x: leaf.x0,
        y: leaf.y0,
        width: leaf.x1 - leaf.x0,
        height: leaf.y1 - leaf.y0,
      },
    ];
  });
}

function limited(nodes: readonly TreemapNode[]): readonly TreemapNode[] {
  const leaves = nodes.flatMap(leavesOf).sort((a, b) => b.size - a.size);
  if (leaves.length <= MAX_CELLS) return nodes;
  const rest = leaves.slice(MAX_CELLS - 1);
  const left = new Set(rest);
  const kept = (node: TreemapNode): readonly TreemapNode[] => {
    if (node.children === undefined) return left.has(node) ? [] : [node];
    const children = node.children.flatMap(kept);
    return children.length === 0 ? [] : [{ ...node, children }];
  };
  const others: TreemapNode = {
    id: OTHERS,
    label: `${rest.length.toLocaleString('en')} smaller`,
    size: rest.reduce((sum, { size }) => sum + size, 0),
  };
  return [...nodes.flatMap(kept), others];
}

function leavesOf(node: TreemapNode): readonly TreemapNode[] {
  if (node.children !== undefined) return node.children.flatMap(leavesOf);
  return node.size > 0 ? [node] : [];
}
