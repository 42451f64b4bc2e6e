/** The small picture of a large plan, with the part that is in view. Pure. */
import type { PlanLayout } from './plan-layout.ts';
import type { PlanView } from './plan-window.ts';

const MAX_WIDTH = 180;
const MAX_HEIGHT = 130;
/** A chain or a wide fan of operators is drawn distorted, so that it stays large enough to be pointed at. */
const MIN_SIDE = 44;

/** In CSS pixels of the map. */
export interface PlanMap {
  readonly width: number;
  readonly height: number;
  /** Pixels of the map per unit of the plan. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** The part of the plan in view; it can lie partly outside of the map. */
  readonly view: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Null when the whole plan is in view, and before the first layout of the page. */
export function planMap(layout: PlanLayout, view: PlanView): PlanMap | null {
  if (view.width === 0 || view.height === 0) return null;
  const left = -view.x / view.k;
  const top = -view.y / view.k;
  const seenWidth = view.width / view.k;
  const seenHeight = view.height / view.k;
  if (left <= 0 && top <= 0 && left + seenWidth >= layout.width && top + seenHeight >= layout.height)
    return null;
  const scale = Math.min(MAX_WIDTH / layout.width, MAX_HEIGHT / layout.height);
  const width = Math.max(MIN_SIDE, layout.width * scale);
  const height = Math.max(MIN_SIDE, layout.height * scale);
  const scaleX = width / layout.width;
  const scaleY = height / layout.height;
  return {
    width,
    height,
    scaleX,
    scaleY,
    view: { x: left * scaleX, y: top * scaleY, width: seenWidth * scaleX, height: seenHeight * scaleY },
  };
}

/** All boxes as one path in units of the plan: an element for each would be slow in a plan of thousands. */
export function boxesPath({ boxes, boxWidth }: PlanLayout): string {
  return boxes
    .map(
      ({ x, y, height }) =>
        `M${round(x)},${round(y)}h${round(boxWidth)}v${round(height)}h${-round(boxWidth)}z`,
    )
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
