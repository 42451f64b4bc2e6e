/** Total and self weight per function, and its callers and callees (the "sandwich" view). Pure. */
import type { StackInput } from './stack-tree.ts';

export interface FrameTotal {
  readonly frame: string;
  /** Stacks that contain it; a recursive function counts once per stack. */
  readonly total: number;
  /** Stacks that end in it. */
  readonly self: number;
}

/** Sorted by self, then by total, then by name. */
export function frameTotals(stacks: readonly StackInput[]): FrameTotal[] {
  const totals = new Map<string, { total: number; self: number }>();
  const of = (frame: string) => {
    let known = totals.get(frame);
    if (!known) totals.set(frame, (known = { total: 0, self: 0 }));
    return known;
  };
  for (const { frames, count } of stacks) {
    for (const frame of new Set(frames)) of(frame).total += count;
    const [innermost] = frames;
    if (innermost !== undefined) of(innermost).self += count;
  }
  return [...totals]
    .map(([frame, { total, self }]) => ({ frame, total, self }))
    .sort((a, b) => b.self - a.self || b.total - a.total || (a.frame < b.frame ? -1 : 1));
}

export interface Sandwich {
  /** For a tree with the frame at its root and its callers below it. */
  readonly callers: readonly StackInput[];
  /** For a tree with the frame at its root and its callees below it. */
  readonly callees: readonly StackInput[];
}

/**
 * Cuts every stack at the frame. For a recursive function the outermost call counts, so that no stack counts twice
 * and inner calls appear among the callees. Both lists keep the order of the stacks, without those that lack the
 * frame.
 */
export function sandwich(stacks: readonly StackInput[], frame: string): Sandwich {
  const callers: StackInput[] = [];
  const callees: StackInput[] = [];
  for (const { frames, count } of stacks) {
    const at = frames.lastIndexOf(frame);
    if (at < 0) continue;
    callers.push({ frames: frames.slice(at).reverse(), count });
    callees.push({ frames: frames.slice(0, at + 1), count });
  }
  return { callers, callees };
}
