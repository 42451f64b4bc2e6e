/** How the caller wants frames shown. The chart itself knows no product's names. */
export interface FrameLook {
  /** A short form of the frame, for narrow places; the full text is in the tooltip. */
  readonly shortName: (frame: string) => string;
  /** Frames of one's own code are lit. */
  readonly isOwn: (frame: string) => boolean;
  /** What a count counts, e.g. "3 threads". */
  readonly countText: (count: number) => string;
  /** What the root stands for. */
  readonly rootName: string;
}
