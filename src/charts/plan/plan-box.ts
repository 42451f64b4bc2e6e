import type { ComponentType } from 'react';

/** Draws a nested SVG with strokes in the current colour. */
export type PlanIcon = ComponentType<{
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
  readonly className?: string | undefined;
}>;

/** The model of the plan chart. Texts are display-ready; numbers appear only where the chart computes with them. */
export interface PlanBox {
  /** Unique in the tree and stable for the same tree: `0`, `0.1`, `0.1.0`. */
  readonly id: string;
  readonly title: string;
  /** The kind of operator as an SVG drawing, so that meaning does not depend on colour. */
  readonly icon: PlanIcon;
  /** The parameters of the operator, most important first. The box shows the first few, the details all. */
  readonly lines: readonly string[];
  /** Share of the total time spent in this operator alone, 0 to 1; null when not measured. */
  readonly share: number | null;
  /** Tints the box, 0 to 1; absent: the share, null: no tint. */
  readonly heat?: number | null;
  /** Drawn faintly: not what is searched. */
  readonly faded?: boolean;
  /** The same time, formatted. */
  readonly time: string | null;
  /** Measured number of output entries. */
  readonly actual: number | null;
  /** Estimated number of output entries, formatted (`~82`, `unknown`). */
  readonly estimate: string | null;
  /** Entries on the edge to the parent: measured, else estimated; null when unknown. */
  readonly flow: number | null;
  /** Set when measured and estimated counts differ strongly: `12× more than estimated`. */
  readonly deviation: string | null;
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

const counts = new Intl.NumberFormat('en');

/** `12,345`. */
export function entriesText(entries: number): string {
  return counts.format(entries);
}

/** The counts of a box: `82 (estimated ~90)`, `~90`, or empty. */
export function countText(box: PlanBox): string {
  if (box.actual === null) return box.estimate ?? '';
  const actual = entriesText(box.actual);
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
    box.deviation ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
