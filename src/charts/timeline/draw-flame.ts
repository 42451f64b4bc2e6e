/** Draws a flame lane: spans below their parent span, with names where they fit. */
import type { TimelineFrame } from './timeline-frame.ts';
import type { FlameSpan, FlameSpans } from './flame-spans.ts';
import type { Pen } from '../pen.ts';
import { FLAME_STEP } from './row-layout.ts';

interface FlamePlace {
  readonly left: number;
  readonly top: number;
  readonly shift: number;
  /** Key of the item whose outermost span has an outline. */
  readonly selected?: string | undefined;
}

export function drawFlame(
  pen: Pen,
  flame: FlameSpans,
  { scale, ratio, theme, kinds }: TimelineFrame,
  { left, top, shift, selected }: FlamePlace,
): void {
  // The last painted pixel per level: spans on a painted pixel are not visible.
  const painted: number[] = [];
  let outline: { readonly x: number; readonly width: number } | undefined;
  for (const span of flame.spans) {
    const from = Math.max(0, scale.x(span.start + shift));
    // Spans are ordered by start.
    if (from > scale.width) break;
    const to = Math.min(scale.width, scale.x(span.end + shift));
    if (to < 0) continue;
    const right = Math.max(Math.floor(from) + 1, to);
    if (selected !== undefined && span.depth === 0 && span.item === selected)
      outline = { x: left + from, width: right - from };
    if (right <= (painted[span.depth] ?? -1)) continue;
    painted[span.depth] = right;
    const { colour, ink } = lookOf(span, kinds);
    const y = top + (span.depth * FLAME_STEP + 2) * ratio;
    const height = (FLAME_STEP - 2) * ratio;
    const width = Math.max(1, right - from - (right - from > 4 ? 1 : 0));
    pen.rect(left + from, y, width, height, colour, width > 6 ? 2 * ratio : 0);
    if (span.failed)
      pen.outline(left + from + 1, y + 1, Math.max(1, width - 2), height - 2, theme.text, ratio);
    if (width > 28 * ratio) {
      const room = Math.floor((width - 8 * ratio) / (6.2 * ratio));
      const text = span.name.length > room ? `${span.name.slice(0, Math.max(1, room - 1))}…` : span.name;
      pen.text(left + from + 4 * ratio, y + height / 2, text, { colour: ink, size: 11 * ratio });
    }
  }
  // Last, so that no later span covers it; it spans all levels of the item.
  if (outline)
    pen.outline(
      outline.x - ratio,
      top,
      Math.max(4 * ratio, outline.width + 2 * ratio),
      (flame.depth * FLAME_STEP + 2) * ratio,
      theme.focus,
      2 * ratio,
    );
}

/** Deeper spans are lighter, to separate the depths, unless the span has its own level. */
function lookOf(
  { tone, depth, level }: FlameSpan,
  kinds: TimelineFrame['kinds'],
): { colour: string; ink: string } {
  const { ramp } = kinds[tone % Math.max(1, kinds.length)] ?? {};
  const last = (ramp?.css.length ?? 1) - 1;
  const step = level === undefined ? Math.max(0, last - depth * 9) : Math.round(level * last);
  return { colour: ramp?.css[step] ?? '', ink: ramp?.ink[step] ?? '' };
}
