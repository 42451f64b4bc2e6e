/** Draws the visible rows of an icicle. Depends on a pen and colours, not on the DOM. */
import type { Pen } from '../pen.ts';
import { cellLabel } from './cell-text.ts';
import type { FrameLook, FrameTone } from './frame-look.ts';
import { ICICLE_ROW, type IcicleCell } from './icicle-rows.ts';

/** JetBrains Mono at 11.5 px: a fixed character width makes the cut exact. */
const FONT_SIZE = 11.5;
const CHARACTER = 6.9;

export const icicleTokens = {
  ground: '--surface-1',
  cell: '--hover',
  text: '--text-2',
  ownText: '--text-1',
  dimText: '--text-3',
  accent: '--accent',
  found: '--selection',
  more: '--danger',
  moreFill: '--danger-surface',
  less: '--success',
  lessFill: '--success-surface',
  own: '--frame-own',
  runtime: '--frame-runtime',
  system: '--frame-system',
  waiting: '--frame-waiting',
  pattern: '--text-3',
} as const;
export type IcicleColours = Readonly<Record<keyof typeof icicleTokens, string>>;

export interface IcicleDrawing {
  readonly rows: readonly (readonly IcicleCell[])[];
  readonly look: FrameLook;
  readonly found: ReadonlySet<number>;
  readonly selectedId: number | null;
  readonly colours: IcicleColours;
}

export interface IcicleView {
  /** Scroll offset, and the visible size. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Device pixels per unit: edges are aligned to whole pixels. */
  readonly ratio: number;
}

export function drawIcicle(pen: Pen, picture: IcicleDrawing, view: IcicleView): void {
  const { rows, colours } = picture;
  pen.rect(0, 0, view.width, view.height, colours.ground);
  const end = Math.min(rows.length, Math.ceil((view.top + view.height) / ICICLE_ROW));
  for (let depth = Math.max(0, Math.floor(view.top / ICICLE_ROW)); depth < end; depth++)
    for (const cell of rows[depth] ?? []) drawCell(pen, cell, depth * ICICLE_ROW - view.top, picture, view);
}

function drawCell(pen: Pen, cell: IcicleCell, y: number, picture: IcicleDrawing, { ratio }: IcicleView) {
  const { look, found, selectedId, colours } = picture;
  const { node, folded } = cell;
  const whole = (length: number) => Math.round(length * ratio) / ratio;
  const x = whole(cell.x);
  // One pixel of gap between neighbours.
  const width = Math.max(1 / ratio, whole(cell.x + cell.width) - x - 1 / ratio);
  const height = ICICLE_ROW - 1;
  const isHit = found.has(node.id);
  const isDim = found.size > 0 && !isHit;
  const own = node.depth > 0 && look.isOwn(node.frame);
  const tone = folded > 0 ? null : (look.tone?.(node) ?? null);

  const kind = node.depth > 0 && folded === 0 && tone === null ? look.kindOf?.(node.frame) : undefined;

  const fill = isHit ? colours.found : tone ? fillOf(tone, colours) : kind ? colours[kind] : colours.cell;
  pen.rect(x, y, width, height, fill, width < 8 ? 0 : 2, isDim ? 0.4 : 1);
  if (own && width > 6) pen.rect(x, y, 3, height, colours.accent, 1.5, isDim ? 0.4 : 1);
  // Never colour alone: each kind has a pattern too.
  if (kind === 'system' && width > 10) pen.hatch(x, y, 6, height, colours.pattern, 4);
  if (kind === 'waiting' && width > 6)
    pen.line(x + 1, y + height - 1, x + width - 1, y + height - 1, colours.pattern, 2, 4);
  const room = Math.floor((cell.width - 10) / CHARACTER);
  if (room >= 3) {
    const label = cellLabel(cell, look);
    pen.text(
      x + (kind === 'system' ? 9 : 7),
      y + height / 2 + 0.5,
      label.length > room ? `${label.slice(0, room - 1)}…` : label,
      {
        colour: isDim ? colours.dimText : own || tone || kind ? colours.ownText : colours.text,
        size: FONT_SIZE,
        bold: own,
      },
    );
  }
  const border = (colour: string, thickness: number) =>
    pen.outline(
      x + thickness / 2,
      y + thickness / 2,
      Math.max(0, width - thickness),
      height - thickness,
      colour,
      thickness,
    );
  // A cell narrower than its border would be only border.
  if (isHit && width > 3) border(colours.accent, 1);
  else if (tone === 'new' && width > 3) border(colours.more, 1);
  else if (tone === 'gone' && width > 3) dashed(pen, x + 0.5, y + 0.5, width - 1, height - 1, colours.less);
  if (node.id === selectedId) border(colours.accent, 2);
}

function fillOf(tone: FrameTone, colours: IcicleColours): string {
  return tone === 'new' || tone === 'grown' ? colours.moreFill : colours.lessFill;
}

function dashed(pen: Pen, x: number, y: number, width: number, height: number, colour: string) {
  pen.line(x, y, x + width, y, colour, 1, 4);
  pen.line(x + width, y, x + width, y + height, colour, 1, 4);
  pen.line(x + width, y + height, x, y + height, colour, 1, 4);
  pen.line(x, y + height, x, y, colour, 1, 4);
}
