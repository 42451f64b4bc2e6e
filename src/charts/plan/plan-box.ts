/** What the chart draws. Every text is ready for a person; numbers only where the chart computes with them. */
export interface PlanBox {
  /** Unique in the tree and stable for the same tree: `0`, `0.1`, `0.1.0`. */
  readonly id: string;
  readonly title: string;
  /** One or two characters that stand for the kind of work, so that colour never has to. */
  readonly glyph: string;
  /** What the operator was told, most telling first; the box shows the first few, the details all. */
  readonly lines: readonly string[];
  /** Part of the whole time spent in this operator alone, 0 to 1; null when nobody measured. */
  readonly share: number | null;
  /** The same time in words. */
  readonly time: string | null;
  /** Entries it let through, as measured. */
  readonly actual: number | null;
  /** Entries it was thought to let through, in words (`~82`, `unknown`). */
  readonly estimate: string | null;
  /** Entries the edge to its parent carries: measured, else estimated; null when unknown. */
  readonly flow: number | null;
  /** Set when measured and estimated differ so much that the plan may be a bad one: `12× more than estimated`. */
  readonly surprise: string | null;
  readonly facts: readonly PlanFact[];
  readonly children: readonly PlanBox[];
}

export interface PlanFact {
  readonly label: string;
  readonly value: string;
}

export function findBox(root: PlanBox, id: string): PlanBox | undefined {
  if (root.id === id) return root;
  for (const child of root.children) {
    const found = findBox(child, id);
    if (found) return found;
  }
  return undefined;
}

/** The counts of a box in one short text: `82 (estimated ~90)`, `~90`, or empty. */
export function countText(box: PlanBox): string {
  if (box.actual === null) return box.estimate ?? '';
  const actual = box.actual.toLocaleString('en-US');
  return box.estimate === null ? actual : `${actual} (estimated ${box.estimate})`;
}

/** One sentence for screen readers. */
export function describeBox(box: PlanBox): string {
  const counts = countText(box);
  return [
    box.title,
    ...box.lines,
    counts === '' ? '' : `entries ${counts}`,
    box.time ?? '',
    box.surprise ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
