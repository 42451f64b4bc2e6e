/** The part of a plan that is drawn: large plans have thousands of boxes, of which a window shows a few hundred. Pure. */
import type { PlacedBox, PlacedEdge, PlanLayout } from './plan-layout.ts';

/** Plans up to this size are drawn completely. */
export const SMALL_PLAN = 300;
/** Below this scale texts of large plans are a few pixels high and are left out. */
const READABLE_SCALE = 0.3;

/** The transform of the diagram and the size of its element, in CSS pixels. */
export interface PlanView {
  readonly x: number;
  readonly y: number;
  readonly k: number;
  /** 0 before the first layout of the page. */
  readonly width: number;
  readonly height: number;
}

export interface VisiblePlan {
  readonly boxes: readonly PlacedBox[];
  readonly edges: readonly PlacedEdge[];
  /** Whether texts are drawn. */
  readonly readable: boolean;
}

/** Boxes of `always` are drawn wherever they are: the focus needs its element. */
export function visiblePlan(layout: PlanLayout, view: PlanView, always: ReadonlySet<string>): VisiblePlan {
  const { boxes, edges, boxWidth } = layout;
  if (boxes.length <= SMALL_PLAN) return { boxes, edges, readable: true };
  const left = -view.x / view.k;
  const top = -view.y / view.k;
  const right = left + view.width / view.k;
  const bottom = top + view.height / view.k;
  const empty = view.width === 0 || view.height === 0;
  return {
    boxes: boxes.filter(
      ({ box, x, y, height }) =>
        always.has(box.id) ||
        (!empty && x <= right && x + boxWidth >= left && y <= bottom && y + height >= top),
    ),
    edges: empty
      ? []
      : edges.filter(
          (edge) => edge.left <= right && edge.right >= left && edge.top <= bottom && edge.bottom >= top,
        ),
    readable: view.k >= READABLE_SCALE,
  };
}
