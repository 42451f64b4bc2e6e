/** A change in words. Pure. */
import { formatCount, pluralize } from '../../../ui/index.ts';
import type { Series } from '../series.ts';
import type { Change } from './rank-changes.ts';

/** A larger number of deviations adds no information. */
const MOST_DEVIATIONS = 99;

/** `12 deviations`; an exact count: `+3`. */
export function changeText({ deviations, before, after }: Change<string>): string {
  if (deviations === null)
    return after > before ? `+${formatCount(after - before)}` : `−${formatCount(before - after)}`;
  if (deviations > MOST_DEVIATIONS) return `over ${MOST_DEVIATIONS} deviations`;
  return pluralize(Math.round(deviations), 'deviation');
}

/** `×2.5`; empty where one side is too small for a ratio, or for shares and exact counts. */
export function factorText(
  { before, after, deviations }: Change<string>,
  { floor, unit }: Pick<Series, 'floor' | 'unit'>,
): string {
  if (deviations === null || unit === 'percent' || before < floor || after < floor) return '';
  const factor = Math.max(before, after) / Math.min(before, after);
  const digits = factor < 10 ? factor.toFixed(1) : formatCount(factor);
  return after > before ? `×${digits}` : `÷${digits}`;
}

export function sampleText({ samples: [before, after], deviations }: Change<string>): string {
  return deviations === null
    ? 'An exact count: its last values are compared.'
    : `Medians of ${pluralize(before, 'sample')} and ${pluralize(after, 'sample')}.`;
}
