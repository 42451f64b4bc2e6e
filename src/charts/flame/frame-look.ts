import type { StackNode } from './stack-tree.ts';

/** What changed at a frame, where two sets of stacks are compared. Told by words as well as by colour. */
export type FrameTone = 'new' | 'grown' | 'shrunk' | 'gone';

/** How the caller wants frames shown. The chart itself knows no product's names. */
export interface FrameLook {
  /** A short form of the frame, for narrow places; the full text is in the tooltip. */
  readonly shortName: (frame: string) => string;
  /** Frames of one's own code are lit. */
  readonly isOwn: (frame: string) => boolean;
  /** What a count counts, e.g. "3 threads". */
  readonly countText: (count: number) => string;
  /** Takes the place of the count and share in tooltips and names: what a count alone cannot say. */
  readonly nodeText?: (node: StackNode) => string;
  /** A few characters in place of the count within a wide cell. */
  readonly nodeMark?: (node: StackNode) => string;
  readonly tone?: (node: StackNode) => FrameTone | null;
  /** What the root stands for. */
  readonly rootName: string;
}
