/** The steps of a batch as rows of a tree. Pure. */
import type { IndexingOperation } from '../../../protocol/index-performance.ts';
import { detailsText } from './step-details.ts';

export interface StepRow {
  /** The places of the step and of its ancestors: `0/2/1`. */
  readonly path: string;
  readonly name: string;
  /** 0 is the whole batch. */
  readonly depth: number;
  readonly ms: number;
  /** Of the whole batch, 0 to 1. */
  readonly share: number;
  /** Without the inner steps. */
  readonly selfMs: number;
  readonly details: string;
  readonly hasInner: boolean;
  readonly folded: boolean;
}

export interface StepChoices {
  /** Paths of folded steps. */
  readonly folded: ReadonlySet<string>;
  /** Steps whose time rounds to zero and that have no details. */
  readonly withIdle: boolean;
}

/** Deeper steps are not shown: an answer can be nested as deep as the reader allows. */
const MAX_DEPTH = 24;

export function stepRows(root: IndexingOperation, choices: StepChoices): readonly StepRow[] {
  const rows: StepRow[] = [];
  const add = (step: IndexingOperation, path: string, depth: number): void => {
    const all = step.Operations ?? [];
    const inner = all
      .map((each, place) => ({ each, path: `${path}/${place}` }))
      .filter(({ each }) => choices.withIdle || !isIdle(each));
    const folded = choices.folded.has(path);
    rows.push({
      ...{ path, depth, folded },
      name: step.Name,
      ms: step.DurationInMs,
      share: root.DurationInMs > 0 ? Math.min(1, step.DurationInMs / root.DurationInMs) : 0,
      selfMs: Math.max(0, step.DurationInMs - all.reduce((sum, { DurationInMs }) => sum + DurationInMs, 0)),
      details: detailsText(step),
      hasInner: inner.length > 0,
    });
    if (!folded && depth < MAX_DEPTH) for (const { each, path: at } of inner) add(each, at, depth + 1);
  };
  add(root, '0', 0);
  return rows;
}

function isIdle(step: IndexingOperation): boolean {
  return step.DurationInMs === 0 && detailsText(step) === '' && (step.Operations ?? []).every(isIdle);
}
