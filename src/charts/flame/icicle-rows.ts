/** The layout of the icicle's cells. Pure. */
import { pathTo, type StackNode, type StackTree } from './stack-tree.ts';

export interface IcicleCell {
  readonly node: StackNode;
  readonly x: number;
  readonly width: number;
  /** The number of narrower siblings merged into this cell. */
  readonly folded: number;
}

/** Height of a row. */
export const ICICLE_ROW = 20;
/** Narrower cells cannot be seen or clicked. */
const MIN_WIDTH = 2;

/**
 * One list per depth, from the root. `focus` and its ancestors have the full width; only its descendants are
 * included. Cells narrower than the minimum are merged into one.
 */
export function icicleRows(tree: StackTree, focus: StackNode, width: number): IcicleCell[][] {
  const rows: IcicleCell[][] = [[{ node: tree.root, x: 0, width, folded: 0 }]];
  for (const node of pathTo(focus)) rows.push([{ node, x: 0, width, folded: 0 }]);
  if (focus.count === 0) return rows;
  const scale = width / focus.count;
  let parents: readonly StackNode[] = [focus];
  while (parents.length > 0) {
    const row: IcicleCell[] = [];
    const next: StackNode[] = [];
    for (const parent of parents) {
      let at = 0;
      for (const child of parent.children) {
        const x = (child.start - focus.start) * scale;
        const cellWidth = child.count * scale;
        if (cellWidth < MIN_WIDTH) break;
        row.push({ node: child, x, width: cellWidth, folded: 0 });
        next.push(child);
        at++;
      }
      // Children are sorted by width, so all remaining ones are too narrow.
      const rest = parent.children[at];
      if (rest) {
        const restCount = parent.children.slice(at).reduce((sum, child) => sum + child.count, 0);
        const restWidth = restCount * scale;
        if (restWidth >= 0.5)
          row.push({
            node: rest,
            x: (rest.start - focus.start) * scale,
            width: restWidth,
            folded: parent.children.length - at,
          });
      }
    }
    if (row.length > 0) rows.push(row);
    parents = next;
  }
  return rows;
}

/** The cell at a point of the full chart. */
export function cellAt(
  rows: readonly (readonly IcicleCell[])[],
  x: number,
  y: number,
): IcicleCell | undefined {
  const row = rows[Math.floor(y / ICICLE_ROW)] ?? [];
  let low = 0;
  let high = row.length;
  // The last cell that starts at or before x.
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle]?.x ?? 0) <= x) low = middle + 1;
    else high = middle;
  }
  const cell = row[low - 1];
  return cell && x < cell.x + cell.width ? cell : undefined;
}

/** The cell of a node, if it is drawn and not merged. */
export function cellOf(rows: readonly (readonly IcicleCell[])[], node: StackNode): IcicleCell | undefined {
  return rows[node.depth]?.find((cell) => cell.node === node);
}
