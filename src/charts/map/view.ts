/** Which part of the world the map shows, and what is at a pixel. Pure. */
import { WORLD } from './projection.ts';

/** World to CSS pixels: `world * k + x`. */
export interface MapTransform {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

/** Points on the world. */
export interface WorldPoints {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Null without points and rings. */
export function extentOf(points: WorldPoints, rings: readonly Float64Array[]): Extent | null {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  const add = (x: number, y: number): void => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  };
  for (let index = 0; index < points.xs.length; index++) add(points.xs[index] ?? 0, points.ys[index] ?? 0);
  for (const ring of rings)
    for (let at = 0; at + 1 < ring.length; at += 2) add(ring[at] ?? 0, ring[at + 1] ?? 0);
  return left > right ? null : { left, right, top, bottom };
}

const MARGIN = 48;
/** About the detail of the outline: a closer view would show no land to find the way by. */
const MAX_FIT = 256;

/** Shows the extent, or the world where there is none. */
export function fitView(extent: Extent | null, width: number, height: number): MapTransform {
  const { left, right, top, bottom } = extent ?? {
    left: 0,
    right: WORLD,
    top: WORLD * 0.08,
    bottom: WORLD * 0.78,
  };
  const [roomX, roomY] = [Math.max(1, width - 2 * MARGIN), Math.max(1, height - 2 * MARGIN)];
  const k = Math.min(MAX_FIT, roomX / Math.max(1e-9, right - left), roomY / Math.max(1e-9, bottom - top));
  return { x: width / 2 - ((left + right) / 2) * k, y: height / 2 - ((top + bottom) / 2) * k, k };
}

/** The nearest point within some pixels, the last one of equal ones, which is drawn on top; null without one. */
export function nearestPoint(
  { xs, ys }: WorldPoints,
  { x, y, k }: MapTransform,
  at: { readonly x: number; readonly y: number },
  maxPixels: number,
): number | null {
  let found: number | null = null;
  let least = maxPixels * maxPixels;
  for (let index = 0; index < xs.length; index++) {
    const dx = (xs[index] ?? 0) * k + x - at.x;
    const dy = (ys[index] ?? 0) * k + y - at.y;
    const distance = dx * dx + dy * dy;
    if (distance <= least) {
      least = distance;
      found = index;
    }
  }
  return found;
}
