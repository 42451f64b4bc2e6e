/** Transforms stacks before they become a tree: removes frames and groups idle stacks. Pure. */
import type { StackInput } from './stack-tree.ts';

/** One pattern per line: text anywhere in the frame, not case-sensitive; `/…/` is a regular expression. */
export interface FramePatterns {
  readonly matches: (frame: string) => boolean;
  /** Lines between slashes that are not valid regular expressions. */
  readonly wrong: readonly string[];
}

/** Longer pattern lines are rejected. */
const MAX_LINE_LENGTH = 500;

export function readPatterns(text: string): FramePatterns {
  const tests: ((frame: string) => boolean)[] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const expression = /^\/(.+)\/$/.exec(line)?.[1];
    if (line.length > MAX_LINE_LENGTH) wrong.push(`${line.slice(0, 40)}…`);
    else if (expression === undefined) {
      const wanted = line.toLowerCase();
      tests.push((frame) => frame.toLowerCase().includes(wanted));
    } else
      try {
        const compiled = new RegExp(expression, 'i');
        tests.push((frame) => compiled.test(frame));
      } catch {
        wrong.push(line);
      }
  }
  // Cached: the same frame occurs on many stacks, and a pattern can be slow.
  const known = new Map<string, boolean>();
  const matches = (frame: string) => {
    let found = known.get(frame);
    if (found === undefined) known.set(frame, (found = tests.some((test) => test(frame))));
    return found;
  };
  return { matches, wrong };
}

export interface StackTransform {
  /** Frames to remove. */
  readonly hide: (frame: string) => boolean;
  /** The reason a stack is idle, or null. */
  readonly idle: ((frames: readonly string[]) => string | null) | null;
  /** The outermost frame that idle stacks are grouped under. */
  readonly idleName: string;
}

/** Keeps the order and number of stacks, so that indices stay valid. */
export function transformStacks(
  stacks: readonly StackInput[],
  { hide, idle, idleName }: StackTransform,
): StackInput[] {
  return stacks.map(({ frames, count }) => {
    const reason = idle?.(frames) ?? null;
    if (reason !== null) return { frames: [reason, idleName], count };
    return { frames: frames.filter((frame) => !hide(frame)), count };
  });
}
