/** The overview strip: one line per kind, with a frame for the visible window. */
import type { DrawnKind, TimelineTheme } from './timeline-frame.ts';
import type { EventStore } from './event-store.ts';
import type { TimelineGroup } from './row-layout.ts';
import { paintLargest } from './lane-pixels.ts';
import type { TimeScale } from './time-scale.ts';
import type { ViewWindow } from './view-window.ts';

export interface StripSize {
  readonly width: number;
  readonly height: number;
  readonly gutter: number;
}

/** The part that changes only with the events; it is cached as an image while the window moves. Device pixels. */
export function drawStrip(
  context: CanvasRenderingContext2D,
  { width, height, gutter }: StripSize,
  scale: TimeScale,
  kinds: readonly DrawnKind[],
  store: EventStore,
  shifts: ReadonlyMap<number, number>,
  theme: TimelineTheme,
): void {
  context.fillStyle = theme.stripe;
  context.fillRect(0, 0, width, height);
  const plot = Math.max(1, Math.floor(scale.width));
  const sizes = new Float64Array(plot);
  const line = Math.max(2, (height - 8) / Math.max(1, kinds.length));
  kinds.forEach((kind, place) => {
    const most = new Float64Array(plot);
    for (const [group, shift] of shifts) {
      const lane = store.lane(group, kind.id);
      if (!lane) continue;
      paintLargest(lane, scale, shift, sizes);
      for (let x = 0; x < plot; x++) most[x] = Math.max(most[x] ?? 0, sizes[x] ?? 0);
    }
    context.fillStyle = kind.colour;
    const y = Math.round(4 + place * line);
    for (let x = 0; x < plot;) {
      const on = (most[x] ?? 0) > 0;
      let end = x + 1;
      while (end < plot && (most[end] ?? 0) > 0 === on) end++;
      if (on) context.fillRect(gutter + x, y, end - x, Math.max(1, Math.floor(line) - 1));
      x = end;
    }
    context.globalAlpha = 0.35;
    for (const [group, shift] of shifts)
      for (const { start, end } of store.folded(group, kind.id)) {
        const from = scale.x(start + shift);
        context.fillRect(gutter + from, y, Math.max(1, scale.x(end + shift) - from), Math.max(1, line - 1));
      }
    context.globalAlpha = 1;
  });
}

/** Only flames: one line per group, with its outermost spans. Device pixels. */
export function drawFlameStrip(
  context: CanvasRenderingContext2D,
  { width, height, gutter }: StripSize,
  scale: TimeScale,
  groups: readonly TimelineGroup[],
  theme: TimelineTheme,
): void {
  context.fillStyle = theme.stripe;
  context.fillRect(0, 0, width, height);
  context.fillStyle = theme.mutedText;
  const flames = groups.filter(({ flame }) => flame !== undefined);
  const line = Math.max(1, (height - 8) / Math.max(1, flames.length));
  flames.forEach(({ flame, shift }, place) => {
    const y = Math.round(4 + place * line);
    for (const { start, end, depth } of flame?.spans ?? []) {
      if (depth > 0) continue;
      const from = scale.x(start + shift);
      context.fillRect(
        gutter + from,
        y,
        Math.max(1, scale.x(end + shift) - from),
        Math.max(1, Math.floor(line) - 1),
      );
    }
  });
}

export function drawBrush(
  context: CanvasRenderingContext2D,
  { width, height, gutter }: StripSize,
  scale: TimeScale,
  view: ViewWindow,
  range: ViewWindow | undefined,
  theme: TimelineTheme,
): void {
  const place = (time: number): number => gutter + Math.min(scale.width, Math.max(0, scale.x(time)));
  const left = place(view.from);
  const right = Math.max(left + 3, place(view.to));
  context.fillStyle = theme.surface;
  context.globalAlpha = 0.65;
  context.fillRect(gutter, 0, Math.max(0, left - gutter), height);
  context.fillRect(right, 0, Math.max(0, width - right), height);
  context.globalAlpha = 0.25;
  context.fillStyle = theme.focus;
  if (range) context.fillRect(place(range.from), 0, Math.max(1, place(range.to) - place(range.from)), height);
  context.globalAlpha = 1;
  context.strokeStyle = theme.focus;
  context.lineWidth = Math.max(1, Math.round(height / 36));
  context.strokeRect(left + 0.5, 0.5, right - left - 1, height - 1);
}
