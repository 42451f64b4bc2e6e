/** Places boxes and edges. Pure: the same tree always gives the same picture. */
import { hierarchy, tree } from 'd3-hierarchy';
import { linkHorizontal } from 'd3-shape';
import { countText, type PlanBox } from './plan-box.ts';

export const BOX_WIDTH = 252;
/** Lines of words a box shows; the rest is in the details. */
export const MAX_LINES = 3;
export const LINE_HEIGHT = 17;
export const TITLE_HEIGHT = 34;
export const FOOT_HEIGHT = 24;
const COLUMN_GAP = 76;
const ROW_GAP = 20;
const EDGE_MIN = 1.5;
const EDGE_MAX = 10;

export interface PlacedBox {
  readonly box: PlanBox;
  /** Top left corner. */
  readonly x: number;
  readonly y: number;
  /** The root is level 1. */
  readonly level: number;
  readonly parentId: string | null;
}

export interface PlacedEdge {
  readonly from: PlanBox;
  /** From the child's left side to the parent's right side. */
  readonly path: string;
  readonly width: number;
  readonly label: string;
  readonly labelX: number;
  readonly labelY: number;
}

export interface PlanLayout {
  readonly boxes: readonly PlacedBox[];
  readonly edges: readonly PlacedEdge[];
  readonly boxHeight: number;
  readonly width: number;
  readonly height: number;
}

export function layoutPlan(root: PlanBox): PlanLayout {
  const nodes = hierarchy(root, (box) => box.children);
  const mostLines = Math.min(
    MAX_LINES,
    Math.max(...nodes.descendants().map(({ data }) => data.lines.length)),
  );
  const hasFoot = nodes.descendants().some(({ data }) => data.time !== null || countText(data) !== '');
  const boxHeight = TITLE_HEIGHT + mostLines * LINE_HEIGHT + (hasFoot ? FOOT_HEIGHT : 6);
  // d3's x runs along siblings, which here is downwards.
  const placed = tree<PlanBox>()
    .nodeSize([boxHeight + ROW_GAP, BOX_WIDTH + COLUMN_GAP])
    .separation(() => 1)(nodes);
  const all = placed.descendants();
  const top = Math.min(...all.map((node) => node.x));
  const bottom = Math.max(...all.map((node) => node.x));
  const most = Math.max(1, ...all.map(({ data }) => data.flow ?? 0));
  const link = linkHorizontal<unknown, { x: number; y: number }>()
    .x((point) => point.x)
    .y((point) => point.y);

  return {
    boxes: all.map((node) => ({
      box: node.data,
      x: node.y,
      y: node.x - top,
      level: node.depth + 1,
      parentId: node.parent?.data.id ?? null,
    })),
    edges: placed.links().map(({ source, target }) => {
      const from = { x: target.y, y: target.x - top + boxHeight / 2 };
      const to = { x: source.y + BOX_WIDTH + 7, y: source.x - top + boxHeight / 2 };
      const flow = target.data.flow;
      return {
        from: target.data,
        path: link({ source: from, target: to }) ?? '',
        width: flow === null ? EDGE_MIN : edgeWidth(flow, most),
        label: flow === null ? '' : flow.toLocaleString('en-US'),
        labelX: from.x - 8,
        labelY: from.y - 6 - (flow === null ? 0 : edgeWidth(flow, most) / 2),
      };
    }),
    boxHeight,
    width: Math.max(...all.map((node) => node.y)) + BOX_WIDTH,
    height: bottom - top + boxHeight,
  };
}

/** Logarithmic: a plan's flows span millions, and ten against a hundred should still be seen. */
function edgeWidth(flow: number, most: number): number {
  return EDGE_MIN + (EDGE_MAX - EDGE_MIN) * (Math.log1p(Math.max(0, flow)) / Math.log1p(most));
}

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/** The box that an arrow key leads to; the same box when there is none that way. */
export function neighbour(layout: PlanLayout, id: string, direction: Direction): string {
  const current = layout.boxes.find((placed) => placed.box.id === id);
  const first = layout.boxes[0];
  if (!current || !first) return id;
  switch (direction) {
    case 'first':
      return first.box.id;
    case 'last':
      return layout.boxes.at(-1)?.box.id ?? id;
    case 'left':
      return current.parentId ?? id;
    case 'right':
      return current.box.children[0]?.id ?? id;
    case 'up':
    case 'down': {
      const sign = direction === 'down' ? 1 : -1;
      const others = layout.boxes
        .filter((placed) => placed.level === current.level && (placed.y - current.y) * sign > 0)
        .sort((a, b) => (a.y - b.y) * sign);
      return others[0]?.box.id ?? id;
    }
  }
}
