import type { EventColumns } from './event-columns.ts';
import type { LaneIndex } from './lane-index.ts';
import type { TimelineRow } from './row-layout.ts';
import { axisTicks, type AxisTick } from './time-axis.ts';
import { xOf, type ViewWindow } from './view-window.ts';

/** Colours of everything that is not an event, resolved from the page's tokens. */
export interface TimelineTheme {
  readonly surface: string;
  readonly stripe: string;
  readonly line: string;
  readonly text: string;
  readonly mutedText: string;
  readonly focus: string;
  readonly font: string;
}

export interface TimelineFrame {
  readonly width: number;
  readonly height: number;
  /** How far the rows are scrolled up. */
  readonly scroll: number;
  readonly gutter: number;
  readonly view: ViewWindow;
  readonly utc: boolean;
  readonly rows: readonly TimelineRow[];
  readonly columns: EventColumns;
  readonly lanes: LaneIndex;
  readonly theme: TimelineTheme;
  readonly cursor: number | undefined;
}

export const AXIS_HEIGHT = 24;
const BAR_INSET = 4;

export function drawTimeline(context: CanvasRenderingContext2D, frame: TimelineFrame): void {
  const { width, height, theme } = frame;
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, height);
  const ticks = axisTicks(frame.view, width - frame.gutter, frame.utc);
  // The grid lies under the events, so that none of them looks cut in two.
  drawGrid(context, frame, ticks);
  drawRows(context, frame);
  drawAxis(context, frame, ticks);
}

function drawGrid(
  context: CanvasRenderingContext2D,
  { view, width, height, gutter, theme }: TimelineFrame,
  ticks: readonly AxisTick[],
): void {
  context.fillStyle = theme.line;
  for (const { time } of ticks) {
    const x = Math.round(gutter + xOf(view, time, width - gutter));
    if (x >= gutter) context.fillRect(x, AXIS_HEIGHT, 1, height);
  }
}

/** Larger events are brighter: the square root spreads small sizes, where most events are. */
export const brightness = (size: number, largest: number): number =>
  0.5 + 0.5 * Math.sqrt(largest > 0 ? Math.min(1, size / largest) : 0);

function drawRows(context: CanvasRenderingContext2D, frame: TimelineFrame): void {
  const { width, height, gutter, scroll, theme } = frame;
  context.save();
  context.beginPath();
  context.rect(0, AXIS_HEIGHT, width, height - AXIS_HEIGHT);
  context.clip();
  context.textBaseline = 'middle';
  for (const row of frame.rows) {
    const y = AXIS_HEIGHT + row.top - scroll;
    if (y + row.height < AXIS_HEIGHT || y > height) continue;
    if (row.type === 'group') {
      context.fillStyle = theme.stripe;
      context.fillRect(0, y, width, row.height);
      context.fillStyle = theme.text;
      context.font = `600 12px ${theme.font}`;
      context.fillText(row.group.label, 12, y + row.height / 2 + 1);
    } else {
      drawLane(context, frame, row, y);
      context.fillStyle = theme.surface;
      context.fillRect(0, y, gutter, row.height);
      context.fillStyle = row.kind.colour;
      context.fillRect(12, y + row.height / 2 - 4, 8, 8);
      context.fillStyle = theme.mutedText;
      context.font = `12px ${theme.font}`;
      context.fillText(row.kind.label, 28, y + row.height / 2 + 1, gutter - 32);
    }
    context.fillStyle = theme.line;
    context.fillRect(0, y + row.height - 1, width, 1);
  }
  context.fillStyle = theme.line;
  context.fillRect(gutter - 1, AXIS_HEIGHT, 1, height);
  context.restore();
}

function drawLane(
  context: CanvasRenderingContext2D,
  frame: TimelineFrame,
  row: Extract<TimelineRow, { type: 'lane' }>,
  y: number,
): void {
  const { columns, view, gutter, width, theme } = frame;
  const plot = width - gutter;
  const top = y + BAR_INSET;
  const barHeight = row.height - 2 * BAR_INSET - 1;
  // Several events on one pixel: the largest gives the pixel its brightness.
  let lastPixel = -1;
  let lastBright = 0;
  frame.lanes.lane(row.group.id, row.kind.id)?.visit(view.from, view.to, (index) => {
    const start = columns.start[index] ?? 0;
    const duration = columns.duration[index] ?? 0;
    const left = Math.max(0, xOf(view, start, plot));
    const right = Math.min(plot, xOf(view, start + duration, plot));
    const pixel = Math.floor(left);
    const bright = brightness(columns.size[index] ?? 0, columns.largestSize);
    const barWidth = Math.max(1, right - left);
    if (pixel === lastPixel && barWidth <= 1 && bright <= lastBright) return true;
    lastPixel = pixel;
    lastBright = bright;
    const x = gutter + (barWidth <= 1 ? pixel : left);
    context.fillStyle = row.kind.colour;
    if (columns.folded[index] === 1) {
      drawFolded(context, x, top, barWidth, barHeight, row.kind.colour);
    } else {
      context.globalAlpha = bright;
      if (barWidth > 6) {
        context.beginPath();
        context.roundRect(x, top, barWidth, barHeight, 2);
        context.fill();
      } else context.fillRect(x, top, barWidth, barHeight);
      context.globalAlpha = 1;
    }
    if (index === frame.cursor) {
      context.strokeStyle = theme.focus;
      context.lineWidth = 2;
      context.strokeRect(x - 2, top - 2, barWidth + 4, barHeight + 4);
      lastPixel = -1;
    }
    return true;
  });
}

/** Hatched and outlined: it is many events, and when each of them was is no longer known. */
function drawFolded(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = 0.5;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, Math.max(0, width - 1), height - 1);
  const step = Math.max(6, width / 200);
  for (let at = x - height; at < x + width; at += step) {
    context.beginPath();
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
    context.stroke();
  }
  context.restore();
}

function drawAxis(
  context: CanvasRenderingContext2D,
  { view, width, gutter, theme, utc }: TimelineFrame,
  ticks: readonly AxisTick[],
): void {
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, AXIS_HEIGHT);
  context.font = `11px ${theme.font}`;
  context.textBaseline = 'middle';
  context.fillStyle = theme.mutedText;
  context.fillText(utc ? 'UTC' : 'Local time', 12, AXIS_HEIGHT / 2);
  for (const { time, label } of ticks) {
    const x = Math.round(gutter + xOf(view, time, width - gutter));
    if (x < gutter) continue;
    context.fillStyle = theme.line;
    context.fillRect(x, AXIS_HEIGHT - 6, 1, 6);
    context.fillStyle = theme.mutedText;
    context.fillText(label, x + 4, AXIS_HEIGHT / 2);
  }
  context.fillStyle = theme.line;
  context.fillRect(0, AXIS_HEIGHT - 1, width, 1);
}
