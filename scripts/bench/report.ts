import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const goals = z
  .record(
    z.string(),
    z.record(
      z.string(),
      z.object({ goal: z.number().nullable(), unit: z.string(), better: z.enum(['lower', 'higher']) }),
    ),
  )
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'goals.json'), 'utf8')));

/** Prints one figure as a JSON line with its goal. A figure without a goal is informational. */
export function report(
  bench: string,
  metric: string,
  value: number,
  extra: Record<string, unknown> = {},
): void {
  const entry = goals[bench]?.[metric];
  if (!entry) throw new Error(`goals.json knows no ${bench}/${metric}`);
  const { goal, unit, better } = entry;
  const ok = goal === null ? null : better === 'lower' ? value <= goal : value >= goal;
  const rounded = Math.round(value * 1000) / 1000;
  console.log(JSON.stringify({ bench, metric, value: rounded, unit, goal, ok, ...extra }));
}

/** p in 0..1 of values in any order, nearest rank. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))];
  if (value === undefined) throw new Error('percentile of nothing');
  return value;
}
