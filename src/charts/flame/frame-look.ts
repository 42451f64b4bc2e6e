import type { FrameKind } from './frame-kind.ts';
import type { StackNode } from './stack-tree.ts';

/** The change of a frame in a comparison. Shown as text as well as by colour. */
export type FrameTone = 'new' | 'grown' | 'shrunk' | 'gone';

/** How the caller wants frames shown. The chart has no product-specific names. */
export interface FrameLook {
  /** A short form of the frame; the tooltip shows the full text. */
  readonly shortName: (frame: string) => string;
  /** Own code is highlighted. */
  readonly isOwn: (frame: string) => boolean;
  /** Colours frames by kind; without it, and in comparisons, all frames have one colour. */
  readonly kindOf?: (frame: string) => FrameKind;
  /** The text of a count, e.g. "3 threads". */
  readonly countText: (count: number) => string;
  /** Replaces count and share in tooltips and accessible names. */
  readonly nodeText?: (node: StackNode) => string;
  /** A few characters that replace the count in a wide cell. */
  readonly nodeMark?: (node: StackNode) => string;
  readonly tone?: (node: StackNode) => FrameTone | null;
  /** The label of the root. */
  readonly rootName: string;
}
