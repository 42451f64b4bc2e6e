/** Stacks made easier to read before they become a tree: frames left out, waiting stacks folded into one. Pure. */
import type { StackInput } from './stack-tree.ts';

/** One line each: words are looked for anywhere, letter case ignored; `/…/` is a regular expression. */
export interface FramePatterns {
  readonly matches: (frame: string) => boolean;
  /** Lines that are no regular expression although they stand between slashes. */
  readonly wrong: readonly string[];
}

/** A pattern line longer than this was pasted by mistake. */
const LONGEST_LINE = 500;

export function readPatterns(text: string): FramePatterns {
  const tests: ((frame: string) => boolean)[] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const expression = /^\/(.+)\/$/.exec(line)?.[1];
    if (line.length > LONGEST_LINE) wrong.push(`${line.slice(0, 40)}…`);
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
  // The same frame stands on many stacks, and a pattern may be slow.
  const known = new Map<string, boolean>();
  const matches = (frame: string) => {
    let found = known.get(frame);
    if (found === undefined) known.set(frame, (found = tests.some((test) => test(frame))));
    return found;
  };
  return { matches, wrong };
}

export interface Reshaping {
  /** Frames to leave out. */
  readonly hide: (frame: string) => boolean;
  /** The reason a stack waits for work, or null when it does not. */
  readonly idle: ((frames: readonly string[]) => string | null) | null;
  /** The outermost frame under which waiting stacks are folded. */
  readonly idleName: string;
}

/** Keeps order and number of the stacks, so that indices still lead to what they stand for. */
export function reshapeStacks(
  stacks: readonly StackInput[],
  { hide, idle, idleName }: Reshaping,
): StackInput[] {
  return stacks.map(({ frames, count }) => {
    const reason = idle?.(frames) ?? null;
    if (reason !== null) return { frames: [reason, idleName], count };
    return { frames: frames.filter((frame) => !hide(frame)), count };
  });
}
