/** What is written into a cell of the icicle, and what is said about it. Pure. */
import type { FrameLook } from './frame-look.ts';
import type { IcicleCell } from './icicle-rows.ts';

/** Wide enough that a count beside the name takes nothing away from it. */
const ROOM_FOR_MARK = 160;

/** The short text inside, not yet cut to the cell's width. */
export function cellLabel({ node, width, folded }: IcicleCell, look: FrameLook): string {
  if (folded > 0) return `Narrower frames: ${folded}`;
  const name = node.depth === 0 ? look.rootName : look.shortName(node.frame);
  const mark = width > ROOM_FOR_MARK ? (look.nodeMark?.(node) ?? String(node.count)) : '';
  return mark === '' ? name : `${name} · ${mark}`;
}

export interface CellWords {
  /** The frame's full text. */
  readonly name: string;
  /** How many pass through it; null where the name says all. */
  readonly weight: string | null;
}

/** In full, for the note under the pointer and for screen readers. */
export function cellWords({ node, folded }: IcicleCell, look: FrameLook, total: number): CellWords {
  if (folded > 0) return { name: `Frames too narrow to draw: ${folded}`, weight: null };
  const share = total === 0 ? 0 : (node.count / total) * 100;
  return {
    name: node.depth === 0 ? look.rootName : node.frame,
    weight: look.nodeText?.(node) ?? `${look.countText(node.count)}, ${share.toFixed(1)} %`,
  };
}
