/** Texts of the icicle's cells: label, tooltip and accessible name. Pure. */
import { frameKindNames } from './frame-kind.ts';
import type { FrameLook } from './frame-look.ts';
import type { IcicleCell } from './icicle-rows.ts';

/** Wide enough to show a count next to the name. */
const MIN_WIDTH_WITH_MARK = 160;

/** The short label, not yet cut to the width of the cell. */
export function cellLabel({ node, width, folded }: IcicleCell, look: FrameLook): string {
  if (folded > 0) return `Narrower frames: ${folded}`;
  const name = node.depth === 0 ? look.rootName : look.shortName(node.frame);
  const mark = width > MIN_WIDTH_WITH_MARK ? (look.nodeMark?.(node) ?? String(node.count)) : '';
  return mark === '' ? name : `${name} · ${mark}`;
}

export interface CellText {
  /** The full text of the frame. */
  readonly name: string;
  /** Count, share and kind; null when the name says everything. */
  readonly weight: string | null;
}

/** The full description, for the tooltip and for screen readers. */
export function cellText({ node, folded }: IcicleCell, look: FrameLook, total: number): CellText {
  if (folded > 0) return { name: `Frames too narrow to draw: ${folded}`, weight: null };
  const share = total === 0 ? 0 : (node.count / total) * 100;
  const weight = look.nodeText?.(node) ?? `${look.countText(node.count)}, ${share.toFixed(1)} %`;
  const kind = node.depth === 0 ? undefined : look.kindOf?.(node.frame);
  return {
    name: node.depth === 0 ? look.rootName : node.frame,
    weight: kind === undefined ? weight : `${weight}, ${frameKindNames[kind].toLowerCase()}`,
  };
}
