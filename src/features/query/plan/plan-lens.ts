/** What tints the operators of a plan, which of them are searched, and which are collapsed. Pure. */
import type { PlanBox } from '../../../charts/plan/index.ts';
import { pluralize } from '../../../ui/format.ts';

export const lenses = ['time', 'entries', 'error'] as const;
export type Lens = (typeof lenses)[number];

/** An estimate off by this factor has the full tint. */
const FULL_ERROR = 100;

/** `estimates` are the estimated output entries by id of the box. */
export function withLens(root: PlanBox, lens: Lens, estimates: ReadonlyMap<string, number>): PlanBox {
  if (lens === 'time') return root;
  const most = boxesOf(root).reduce((largest, { flow }) => Math.max(largest, flow ?? 0), 1);
  const heatOf = (box: PlanBox): number | null => {
    if (lens === 'entries') return box.flow === null ? null : Math.log1p(box.flow) / Math.log1p(most);
    const estimate = estimates.get(box.id);
    if (estimate === undefined || box.actual === null) return null;
    // One is added on both sides: zero against a few is not significant.
    const factor = Math.max((box.actual + 1) / (estimate + 1), (estimate + 1) / (box.actual + 1));
    return Math.min(1, Math.log(factor) / Math.log(FULL_ERROR));
  };
  const tint = (box: PlanBox): PlanBox => ({ ...box, heat: heatOf(box), children: box.children.map(tint) });
  return tint(root);
}

/** Boxes whose title, lines or facts contain every word, parents first. */
export function searchPlan(root: PlanBox, words: string): readonly string[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return boxesOf(root)
    .filter(({ title, lines, facts }) => {
      const text = [title, ...lines, ...facts.map(({ value }) => value)].join('\n').toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .map(({ id }) => id);
}

export function fadeOthers(root: PlanBox, found: readonly string[]): PlanBox {
  const kept = new Set(found);
  const fade = (box: PlanBox): PlanBox => ({
    ...box,
    faded: !kept.has(box.id),
    children: box.children.map(fade),
  });
  return fade(root);
}

/** Hides what is below the collapsed boxes; each says how much. */
export function collapse(root: PlanBox, collapsed: ReadonlySet<string>): PlanBox {
  if (collapsed.size === 0) return root;
  const walk = (box: PlanBox): PlanBox => {
    if (!collapsed.has(box.id) || box.children.length === 0)
      return { ...box, children: box.children.map(walk) };
    const hidden = boxesOf(box).length - 1;
    return { ...box, lines: [`+ ${pluralize(hidden, 'operator')} collapsed`, ...box.lines], children: [] };
  };
  return walk(root);
}

export function boxesOf(root: PlanBox): readonly PlanBox[] {
  const found: PlanBox[] = [];
  const waiting = [root];
  for (let box = waiting.pop(); box; box = waiting.pop()) {
    found.push(box);
    waiting.push(...[...box.children].reverse());
  }
  return found;
}

/** Whether a collapsed box hides this one. Ids begin with the id of the parent. */
export function isBelow(id: string, collapsed: ReadonlySet<string>): boolean {
  return [...collapsed].some((each) => id.startsWith(`${each}.`));
}
