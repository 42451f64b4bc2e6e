import type { ViewWindow } from '../../charts/timeline/index.ts';

const BEFORE_MS = 45_000;
const AFTER_MS = 15_000;

/** The minute of a moment that a link names: a slow write can be reported after it happened. */
export function aroundMoment(at: string | undefined): ViewWindow | undefined {
  const time = Number(at);
  return at === undefined || !Number.isFinite(time) || time <= 0
    ? undefined
    : { from: time - BEFORE_MS, to: time + AFTER_MS };
}
