/**
 * A query plan of two thousand operators in Chromium with software rendering: the time from the server's plan to the
 * painted diagram, frame times while a script zooms and pans, and the file of the complete diagram: `npm run bench --
 * plan`.
 */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { onBenchPage } from './bench-page.ts';
import { percentile, report } from './report.ts';

const opened = z.object({
  ms: z.number(),
  layoutMs: z.number(),
  operators: z.number(),
  levels: z.number(),
  drawn: z.number(),
});
const zoomed = z.array(z.number());
const written = z.object({ ms: z.number(), boxes: z.number(), kilobytes: z.number() });

const OPERATORS = 2000;
const PASSES = 7;
const STEPS = 200;

export async function run(): Promise<void> {
  await onBenchPage('scripts/bench/plan/page', async (page) => {
    await open(page);
    await zoom(page);
    await write(page);
  });
}

/** The first pass compiles the code and is left out; the fastest one counts, to exclude other load of the machine. */
async function open(page: Page): Promise<void> {
  const passes: z.infer<typeof opened>[] = [];
  for (let pass = 0; pass <= PASSES; pass++)
    passes.push(opened.parse(await page.evaluate(`window.bench.open(${OPERATORS})`)));
  const first = passes[0];
  if (!first) throw new Error('nothing was opened');
  const warm = passes.slice(1);
  const { operators, levels, drawn } = first;
  // A box is 74 to 109 pixels high, so a window of 900 pixels cannot show all of them at the smallest scale.
  if (operators !== OPERATORS || drawn === 0 || drawn >= operators)
    throw new Error(`${drawn} of ${operators} operators are drawn`);
  const times = warm.map(({ ms }) => ms);
  report('plan', 'open', Math.min(...times), {
    ...{ operators, levels, drawn, passes: PASSES },
    p50: percentile(times, 0.5),
    longest: Math.max(...times),
    first: first.ms,
  });
  report('plan', 'layout', Math.min(...warm.map(({ layoutMs }) => layoutMs)), { operators });
}

async function zoom(page: Page): Promise<void> {
  const times = zoomed.parse(await page.evaluate(`window.bench.zoom(${STEPS})`));
  report('plan', 'zoom-p95', percentile(times, 0.95), {
    ...{ operators: OPERATORS, frames: times.length },
    p50: percentile(times, 0.5),
    longest: Math.max(...times),
  });
}

async function write(page: Page): Promise<void> {
  const { ms, boxes, kilobytes } = written.parse(await page.evaluate('window.bench.file()'));
  if (boxes !== OPERATORS) throw new Error(`the file has ${boxes} of ${OPERATORS} operators`);
  report('plan', 'complete-svg', ms, { operators: boxes, kilobytes: Math.round(kilobytes) });
}
