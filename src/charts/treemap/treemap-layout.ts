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

/** Cells of leaves, in units of `width` and `height`; leaves without a size are left out. */
export function treemapCells(
  nodes: readonly TreemapNode[],
  width: number,
  height: number,
): readonly TreemapCell[] {
  const root: TreemapNode = { id: '', label: '', size: 0, children: nodes };
  const tree = hierarchy<TreemapNode>(root, (node) => node.children).sum((node) =>
    node.children === undefined ? Math.max(0, node.size) : 0,
  );
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
        group: nodes.findIndex(({ id }) => id === top.data.id),
        path: path.map(({ data }) => data.label),
        x: leaf.x0,
        y: leaf.y0,
        width: leaf.x1 - leaf.x0,
        height: leaf.y1 - leaf.y0,
      },
    ];
  });
}
