/** Draws the timeline: rows, grid, pauses, marks, axis. Uses a pen, so that the page and a file show the same. */
import { pixelOf, rampStep } from './colour-ramp.ts';
import { drawFlame } from './draw-flame.ts';
import type { EventRef } from './event-store.ts';
import { isSparse, type LaneDrawing, type LaneRenderer } from './lane-renderer.ts';
import { firstPixel, lastPixel, paintLargest } from './lane-pixels.ts';
import type { Pen } from '../pen.ts';
import type { LaneRow, TimelineRow } from './row-layout.ts';
import { AXIS_HEIGHT, type TimelineFrame } from './timeline-frame.ts';

export interface LaneRenderers {
  readonly sparse: LaneRenderer;
  readonly dense: LaneRenderer;
}

export function drawTimeline(pen: Pen, frame: TimelineFrame, renderers: LaneRenderers): void {
  const { ratio, theme, scale } = frame;
  const width = frame.width * ratio;
  const height = frame.height * ratio;
  const left = frame.gutter * ratio;
  pen.rect(0, 0, width, height, theme.surface);
  for (const { time } of frame.ticks) pen.rect(left + Math.round(scale.x(time)), 0, 1, height, theme.line);
  for (const row of frame.rows) {
    const top = Math.round((AXIS_HEIGHT + row.top - frame.scroll) * ratio);
    const rowHeight = Math.round(row.height * ratio);
    if (top + rowHeight < AXIS_HEIGHT * ratio || top > height) continue;
    drawRow(pen, frame, renderers, row, top, rowHeight);
  }
  drawIncompleteRange(pen, frame, left, height);
  drawPauses(pen, frame, left, height);
  drawRange(pen, frame, left, height);
  drawAxis(pen, frame, left, width);
}

/** The background of a dense lane: the surface, and the grid lines at ticks. */
export function backgroundPixels(frame: TimelineFrame): Uint32Array {
  const ground = new Uint32Array(Math.max(1, Math.floor(frame.scale.width))).fill(
    pixelOf(frame.theme.surface),
  );
  const line = pixelOf(frame.theme.line);
  for (const { time } of frame.ticks) ground[Math.round(frame.scale.x(time))] = line;
  return ground;
}

function drawRow(
  pen: Pen,
  frame: TimelineFrame,
  renderers: LaneRenderers,
  row: TimelineRow,
  top: number,
  height: number,
): void {
  const { ratio, theme, store, gutter } = frame;
  const left = gutter * ratio;
  if (row.type === 'group') {
    pen.rect(0, top, frame.width * ratio, height, theme.stripe);
    if (row.collapsed) drawCollapsed(pen, frame, row.group.id, row.group.shift, left, top, height);
    if (frame.names)
      pen.text(12 * ratio, top + height / 2, row.group.label, {
        colour: theme.text,
        size: 12 * ratio,
        bold: true,
      });
  } else if (row.type === 'flame') {
    const { selected } = frame;
    drawFlame(pen, row.flame, frame, {
      ...{ left, top, shift: row.group.shift },
      selected: selected?.group === row.group.id ? selected.item : undefined,
    });
  } else {
    const picture = drawingOf(frame, row, left, top, height);
    if (picture) (isSparse(picture) ? renderers.sparse : renderers.dense)(picture);
    for (const { start, end } of store.folded(row.group.id, row.kind.id)) {
      const from = Math.max(0, frame.scale.x(start + row.group.shift));
      const to = Math.min(frame.scale.width, frame.scale.x(end + row.group.shift));
      if (to >= from)
        pen.hatch(
          left + from,
          top + 4 * ratio,
          Math.max(2, to - from),
          height - 8 * ratio,
          row.kind.colour,
          7 * ratio,
        );
    }
    if (picture) for (const mark of frame.flagged) drawMark(pen, frame, picture, mark, top);
    if (picture && frame.cursor?.lane === picture.lane) drawCursor(pen, frame, picture, frame.cursor.row);
    if (frame.names) {
      pen.rect(12 * ratio, top + height / 2 - 4 * ratio, 8 * ratio, 8 * ratio, row.kind.colour, 2 * ratio);
      pen.text(28 * ratio, top + height / 2, row.kind.label, { colour: theme.mutedText, size: 12 * ratio });
    }
  }
  pen.rect(0, top + height - 1, frame.width * ratio, 1, theme.line);
}

function drawingOf(
  { kinds, store, scale, ratio }: TimelineFrame,
  { group, kind, height }: LaneRow,
  left: number,
  top: number,
  rowHeight: number,
): LaneDrawing | undefined {
  const lane = store.lane(group.id, kind.id);
  const drawn = kinds.find(({ id }) => id === kind.id);
  if (!lane || !drawn) return undefined;
  const barTop = Math.round(kind.from * height * ratio);
  const barHeight = Math.max(2, Math.round(kind.to * height * ratio) - barTop);
  return {
    lane,
    scale,
    shift: group.shift,
    left,
    top: top + Math.min(barTop, rowHeight - barHeight - 1),
    height: barHeight,
    ramp: drawn.ramp,
    largest: drawn.largest,
  };
}

/** A collapsed group shows a thin line per kind. */
function drawCollapsed(
  pen: Pen,
  { kinds, store, scale, ratio }: TimelineFrame,
  group: number,
  shift: number,
  left: number,
  top: number,
  height: number,
): void {
  const sizes = new Float64Array(Math.max(1, Math.floor(scale.width)));
  const step = Math.floor((height - 8 * ratio) / kinds.length);
  kinds.forEach((kind, place) => {
    const lane = store.lane(group, kind.id);
    if (!lane) return;
    paintLargest(lane, scale, shift, sizes);
    for (let x = 0; x < sizes.length;) {
      const on = (sizes[x] ?? 0) > 0;
      let end = x + 1;
      while (end < sizes.length && (sizes[end] ?? 0) > 0 === on) end++;
      if (on)
        pen.rect(left + x, top + 4 * ratio + place * step, end - x, Math.max(1, step - ratio), kind.colour);
      x = end;
    }
  });
}

function drawCursor(
  pen: Pen,
  { theme, ratio, scale }: TimelineFrame,
  picture: LaneDrawing,
  row: number,
): void {
  const { lane, left, top, height, shift } = picture;
  const x = firstPixel(scale, lane.start(row) + shift);
  const last = lastPixel(scale, lane.end(row) + shift, x);
  if (last < 0 || x > scale.width) return;
  const from = Math.max(-2 * ratio, x);
  const width = Math.min(scale.width, last + 1) - from;
  pen.rect(
    left + from,
    top,
    width,
    height,
    picture.ramp.css[rampStep(lane.rows.size[row] ?? 0, picture.largest)] ?? '',
  );
  pen.outline(
    left + from - 2 * ratio,
    top - 2 * ratio,
    width + 4 * ratio,
    height + 4 * ratio,
    theme.focus,
    2 * ratio,
  );
}

/** A small flag above a search match or a listed event. */
function drawMark(
  pen: Pen,
  { theme, ratio, scale }: TimelineFrame,
  picture: LaneDrawing,
  mark: EventRef,
  top: number,
): void {
  if (mark.lane !== picture.lane) return;
  const x = scale.x(mark.lane.start(mark.row) + picture.shift);
  if (x < 0 || x > scale.width) return;
  pen.rect(picture.left + Math.floor(x) - ratio, top, 3 * ratio, 4 * ratio, theme.focus, ratio);
}

function drawIncompleteRange(
  pen: Pen,
  { store, scale, ratio, theme }: TimelineFrame,
  left: number,
  height: number,
): void {
  if (store.completeSince === undefined) return;
  const x = Math.min(scale.width, scale.x(store.completeSince));
  if (x <= 0) return;
  pen.hatch(left, AXIS_HEIGHT * ratio, x, height - AXIS_HEIGHT * ratio, theme.mutedText, 16 * ratio);
}

function drawPauses(pen: Pen, frame: TimelineFrame, left: number, height: number): void {
  const { ratio, theme, scale } = frame;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { pause, x } of scale.marks()) {
    const at = left + Math.round(x);
    pen.line(at + 0.5, AXIS_HEIGHT * ratio, at + 0.5, height, theme.mutedText, ratio, 4 * ratio);
    // Durations are drawn only where they do not overlap.
    if (x - reached < 64 * ratio) continue;
    reached = x;
    const text = frame.pauseLabel(pause.to - pause.from);
    const width = (text.length * 6 + 10) * ratio;
    pen.rect(at - width / 2, (AXIS_HEIGHT + 4) * ratio, width, 15 * ratio, theme.surface, 3 * ratio);
    pen.outline(at - width / 2, (AXIS_HEIGHT + 4) * ratio, width, 15 * ratio, theme.line, ratio);
    pen.text(at, (AXIS_HEIGHT + 12) * ratio, text, {
      colour: theme.mutedText,
      size: 10 * ratio,
      align: 'center',
    });
  }
}

function drawRange(
  pen: Pen,
  { range, scale, ratio, theme }: TimelineFrame,
  left: number,
  height: number,
): void {
  if (!range) return;
  const from = Math.max(0, scale.x(range.from));
  const to = Math.min(scale.width, scale.x(range.to));
  if (to < 0 || from > scale.width) return;
  pen.rect(left + from, 0, Math.max(1, to - from), height, theme.focus, 0, 0.13);
  for (const x of [from, to]) pen.rect(left + Math.round(x), 0, ratio, height, theme.focus);
}

function drawAxis(pen: Pen, frame: TimelineFrame, left: number, width: number): void {
  const { ratio, theme, scale } = frame;
  const height = AXIS_HEIGHT * ratio;
  pen.rect(0, 0, width, height, theme.surface);
  if (frame.range) {
    const from = Math.max(0, scale.x(frame.range.from));
    const to = Math.min(scale.width, scale.x(frame.range.to));
    if (to > from) pen.rect(left + from, height - 4 * ratio, to - from, 3 * ratio, theme.focus);
  }
  const style = { colour: theme.mutedText, size: 11 * ratio };
  pen.text(12 * ratio, height / 2, frame.utc ? 'UTC' : 'Local time', style);
  for (const { time, label } of frame.ticks) {
    const x = left + Math.round(scale.x(time));
    if (x < left) continue;
    pen.rect(x, height - 6 * ratio, 1, 6 * ratio, theme.line);
    pen.text(x + 4 * ratio, height / 2, label, style);
  }
  pen.rect(0, height - 1, width, 1, theme.line);
}
