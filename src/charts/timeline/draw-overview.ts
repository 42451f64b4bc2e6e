import type { EventColumns } from './event-columns.ts';
import type { LaneIndex } from './lane-index.ts';
import type { TimelineTheme } from './draw-timeline.ts';
import type { TimelineKind } from './row-layout.ts';
import { xOf, type ViewWindow } from './view-window.ts';

/** Everything in one strip, a thin line per kind, with the window on screen as a frame. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number; readonly gutter: number },
  whole: ViewWindow,
  view: ViewWindow,
  kinds: readonly TimelineKind[],
  columns: EventColumns,
  lanes: LaneIndex,
  theme: TimelineTheme,
): void {
  const { width, height, gutter } = size;
  const plot = width - gutter;
  context.fillStyle = theme.stripe;
  context.fillRect(0, 0, width, height);
  const lineHeight = Math.max(2, (height - 8) / Math.max(1, kinds.length));
  for (const lane of lanes.all()) {
    const place = kinds.findIndex((kind) => kind.id === lane.kind);
    const kind = kinds[place];
    if (!kind) continue;
    context.fillStyle = kind.colour;
    const y = 4 + place * lineHeight;
    let painted = -1;
    lane.visit(whole.from, whole.to, (row) => {
      const start = columns.start[row] ?? 0;
      const left = Math.floor(xOf(whole, start, plot));
      const right = Math.ceil(xOf(whole, start + (columns.duration[row] ?? 0), plot));
      if (right <= painted) return true;
      const from = Math.max(left, painted);
      painted = Math.max(right, left + 1);
      context.globalAlpha = columns.folded[row] === 1 ? 0.35 : 0.9;
      context.fillRect(gutter + from, y, painted - from, lineHeight - 1);
      return true;
    });
  }
  context.globalAlpha = 1;
  const left = gutter + Math.max(0, xOf(whole, view.from, plot));
  const right = gutter + Math.min(plot, xOf(whole, view.to, plot));
  context.fillStyle = theme.surface;
  context.globalAlpha = 0.6;
  context.fillRect(gutter, 0, Math.max(0, left - gutter), height);
  context.fillRect(right, 0, Math.max(0, width - right), height);
  context.globalAlpha = 1;
  context.strokeStyle = theme.focus;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, 0.5, Math.max(2, right - left - 1), height - 1);
}
