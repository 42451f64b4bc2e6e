/** Layout of boxes and edges. Pure and deterministic. */
import { hierarchy, tree } from 'd3-hierarchy';
import { linkHorizontal } from 'd3-shape';
import { countText, entriesText, type PlanBox } from './plan-box.ts';

const BOX_MIN_WIDTH = 168;
const BOX_MAX_WIDTH = 276;
/**
 * Character widths of the two fonts at the used sizes; titles are proportional, so their width is an upper bound.
 */
const TITLE_CHARACTER = 7.3;
export const LINE_CHARACTER = 6.9;
/** Maximum text lines per box; the details show the rest. */
export const MAX_LINES = 3;
export const LINE_HEIGHT = 17;
export const TITLE_HEIGHT = 34;
const FOOT_HEIGHT = 24;
const COLUMN_GAP = 64;
const ROW_GAP = 20;
const EDGE_MIN = 1.5;
const EDGE_MAX = 10;

export interface PlacedBox {
  readonly box: PlanBox;
  /** Top left corner. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** The root is level 1. */
  readonly level: number;
  readonly parentId: string | null;
}

export interface PlacedEdge {
  readonly from: PlanBox;
  /** From the left side of the child to the right side of the parent. */
  readonly path: string;
  readonly width: number;
  readonly label: string;
  readonly labelX: number;
  readonly labelY: number;
  /** The rectangle of the path. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlanLayout {
  readonly boxes: readonly PlacedBox[];
  readonly edges: readonly PlacedEdge[];
  readonly boxWidth: number;
  readonly width: number;
  readonly height: number;
}

export function layoutPlan(root: PlanBox): PlanLayout {
  const nodes = hierarchy(root, (box) => box.children);
  const boxWidth = Math.min(
    BOX_MAX_WIDTH,
    largest(
      nodes.descendants().map(({ data }) => textWidth(data)),
      BOX_MIN_WIDTH,
    ),
  );
  const rowHeight = largest(nodes.descendants().map(({ data }) => boxHeight(data)));
  // d3's x runs along siblings, which is vertical here.
  const placed = tree<PlanBox>()
    .nodeSize([rowHeight + ROW_GAP, boxWidth + COLUMN_GAP])
    .separation(() => 1)(nodes);
  const all = placed.descendants();
  const top = -largest(all.map((node) => boxHeight(node.data) / 2 - node.x));
  const bottom = largest(all.map((node) => node.x + boxHeight(node.data) / 2));
  const most = largest(
    all.map(({ data }) => data.flow ?? 0),
    1,
  );
  const link = linkHorizontal<unknown, { x: number; y: number }>()
    .x((point) => point.x)
    .y((point) => point.y);

  return {
    boxes: all.map((node) => ({
      box: node.data,
      x: node.y,
      y: node.x - top - boxHeight(node.data) / 2,
      height: boxHeight(node.data),
      level: node.depth + 1,
      parentId: node.parent?.data.id ?? null,
    })),
    edges: placed.links().map(({ source, target }) => {
      const from = { x: target.y, y: target.x - top };
      const to = { x: source.y + boxWidth + 7, y: source.x - top };
      const flow = target.data.flow;
      const wide = flow === null ? EDGE_MIN : edgeWidth(flow, most);
      return {
        from: target.data,
        path: link({ source: from, target: to }) ?? '',
        width: wide,
        label: flow === null ? '' : entriesText(flow),
        labelX: from.x - 8,
        // On the side that the edge does not bend to.
        labelY: to.y < from.y ? from.y + 15 + wide / 2 : from.y - 6 - wide / 2,
        left: Math.min(from.x, to.x),
        right: Math.max(from.x, to.x),
        top: Math.min(from.y, to.y),
        bottom: Math.max(from.y, to.y),
      };
    }),
    boxWidth,
    width: largest(all.map((node) => node.y)) + boxWidth,
    height: bottom - top,
  };
}

/** Math.max without an argument for each value: a plan of 100,000 operators would exhaust the stack with them. */
function largest(values: readonly number[], atLeast = -Infinity): number {
  return values.reduce((most, value) => Math.max(most, value), atLeast);
}

function boxHeight(box: PlanBox): number {
  const hasFoot = box.time !== null || countText(box) !== '';
  return TITLE_HEIGHT + Math.min(MAX_LINES, box.lines.length) * LINE_HEIGHT + (hasFoot ? FOOT_HEIGHT : 6);
}

function textWidth(box: PlanBox): number {
  const foot = `${box.deviation === null ? '' : '△ '}${countText(box)}${box.time === null ? '' : `  ${box.time}`}`;
  const lines = [...box.lines.slice(0, MAX_LINES), foot].map((line) => line.length * LINE_CHARACTER + 26);
  return Math.ceil(Math.max(box.title.length * TITLE_CHARACTER + 52, ...lines));
}

/** Logarithmic: flows span millions, and ten against a hundred must stay visible. */
function edgeWidth(flow: number, most: number): number {
  return EDGE_MIN + (EDGE_MAX - EDGE_MIN) * (Math.log1p(Math.max(0, flow)) / Math.log1p(most));
}

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/** The box in the direction of an arrow key; the same box when there is none. */
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
