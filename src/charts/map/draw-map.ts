/** Draws land, shapes and points on a canvas. */
import type { CanvasSize } from '../use-canvas.ts';
import { outline } from './outline.ts';
import { WORLD, worldX, worldY } from './projection.ts';
import { projectRing } from './shape-rings.ts';
import type { MapTransform, WorldPoints } from './view.ts';

export interface MapTheme {
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly lines: string;
  readonly shape: string;
  readonly point: string;
  readonly pointEdge: string;
  readonly selected: string;
}

export interface ProjectedShape {
  readonly rings: readonly Float64Array[];
  readonly closed: boolean;
}

export interface MapFrame {
  readonly view: MapTransform;
  readonly points: WorldPoints;
  readonly shapes: readonly ProjectedShape[];
  readonly selected: number | null;
  readonly hovered: number | null;
  readonly theme: MapTheme;
}

/** More points are drawn as squares, once per pixel. */
const MANY_POINTS = 2000;
const RADIUS = 5;
const land = outline.map(projectRing);

export function drawMap(context: CanvasRenderingContext2D, size: CanvasSize, frame: MapFrame): void {
  const { width, height, ratio } = size;
  const { view, theme } = frame;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = theme.sea;
  context.fillRect(0, 0, width, height);
  context.save();
  context.beginPath();
  context.rect(view.x, view.y, WORLD * view.k, WORLD * view.k);
  context.clip();
  drawLand(context, view, theme);
  drawGraticule(context, view, size, theme);
  for (const shape of frame.shapes) drawShape(context, shape, frame);
  context.restore();
  if (frame.points.xs.length > MANY_POINTS) drawMany(context, size, frame);
  else drawFew(context, size, frame);
  for (const index of [frame.hovered, frame.selected]) if (index !== null) drawMarked(context, index, frame);
}

/** Copies to the left and the right bring what crosses the date line back into the world. */
const copies = [-WORLD, 0, WORLD];

function trace(
  context: CanvasRenderingContext2D,
  rings: readonly Float64Array[],
  { x, y, k }: MapTransform,
  offset: number,
  closed: boolean,
): void {
  for (const ring of rings) {
    for (let at = 0; at + 1 < ring.length; at += 2) {
      const px = ((ring[at] ?? 0) + offset) * k + x;
      const py = (ring[at + 1] ?? 0) * k + y;
      if (at === 0) context.moveTo(px, py);
      else context.lineTo(px, py);
    }
    if (closed) context.closePath();
  }
}

function drawLand(context: CanvasRenderingContext2D, view: MapTransform, theme: MapTheme): void {
  context.beginPath();
  for (const offset of copies) trace(context, land, view, offset, true);
  context.fillStyle = theme.land;
  context.fill('evenodd');
  context.strokeStyle = theme.coast;
  context.lineWidth = 1;
  context.stroke();
}

/** Parallels and meridians, closer together in a closer view. */
function drawGraticule(
  context: CanvasRenderingContext2D,
  { x, y, k }: MapTransform,
  { width, height }: CanvasSize,
  theme: MapTheme,
): void {
  const step = [1, 5, 10].find((degrees) => (degrees / 360) * WORLD * k >= 80) ?? 30;
  context.beginPath();
  for (let longitude = -180; longitude <= 180; longitude += step) {
    const px = Math.round(worldX(longitude) * k + x) + 0.5;
    if (px < 0 || px > width) continue;
    context.moveTo(px, 0);
    context.lineTo(px, height);
  }
  for (let latitude = -80; latitude <= 80; latitude += step) {
    const py = Math.round(worldY(latitude) * k + y) + 0.5;
    if (py < 0 || py > height) continue;
    context.moveTo(0, py);
    context.lineTo(width, py);
  }
  context.strokeStyle = theme.lines;
  context.globalAlpha = 0.5;
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = 1;
}

function drawShape(
  context: CanvasRenderingContext2D,
  shape: ProjectedShape,
  { view, theme }: MapFrame,
): void {
  context.beginPath();
  for (const offset of copies) trace(context, shape.rings, view, offset, shape.closed);
  if (shape.closed) {
    context.fillStyle = theme.shape;
    context.globalAlpha = 0.12;
    context.fill('evenodd');
    context.globalAlpha = 1;
  }
  context.strokeStyle = theme.shape;
  context.lineWidth = 2;
  context.setLineDash([6, 4]);
  context.stroke();
  context.setLineDash([]);
}

function drawFew(context: CanvasRenderingContext2D, size: CanvasSize, frame: MapFrame): void {
  const { xs } = frame.points;
  context.fillStyle = frame.theme.point;
  context.strokeStyle = frame.theme.pointEdge;
  context.lineWidth = 1.5;
  for (let index = 0; index < xs.length; index++) {
    const [px, py] = pixelOf(frame, index);
    if (px < -RADIUS || py < -RADIUS || px > size.width + RADIUS || py > size.height + RADIUS) continue;
    context.beginPath();
    context.arc(px, py, RADIUS, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

function drawMany(context: CanvasRenderingContext2D, { width, height }: CanvasSize, frame: MapFrame): void {
  const { xs, ys } = frame.points;
  const { x, y, k } = frame.view;
  const drawn = new Uint8Array(width * height);
  context.fillStyle = frame.theme.point;
  for (let index = 0; index < xs.length; index++) {
    const px = Math.floor((xs[index] ?? 0) * k + x);
    const py = Math.floor((ys[index] ?? 0) * k + y);
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    const pixel = py * width + px;
    if (drawn[pixel] === 1) continue;
    drawn[pixel] = 1;
    context.fillRect(px - 1, py - 1, 3, 3);
  }
}

function drawMarked(context: CanvasRenderingContext2D, index: number, frame: MapFrame): void {
  const [px, py] = pixelOf(frame, index);
  const isSelected = index === frame.selected;
  context.beginPath();
  context.arc(px, py, RADIUS + 2, 0, 2 * Math.PI);
  context.fillStyle = isSelected ? frame.theme.selected : frame.theme.point;
  context.fill();
  context.strokeStyle = frame.theme.pointEdge;
  context.lineWidth = 2;
  context.stroke();
  if (!isSelected) return;
  context.beginPath();
  context.arc(px, py, RADIUS + 6, 0, 2 * Math.PI);
  context.strokeStyle = frame.theme.selected;
  context.stroke();
}

function pixelOf({ points, view }: MapFrame, index: number): readonly [number, number] {
  return [(points.xs[index] ?? 0) * view.k + view.x, (points.ys[index] ?? 0) * view.k + view.y];
}
