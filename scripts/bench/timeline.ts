/**
 * The I/O timeline in Chromium with software rendering: frame times while a script pans and zooms, with one million
 * and with five million events in a hundred lanes; bytes per event; opening a file of a million events. `--quick`
 * uses a tenth of the sizes.
 */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { onBenchPage } from './bench-page.ts';
import { percentile, report } from './report.ts';

const drawn = z.object({ times: z.array(z.number()), bytesPerEvent: z.number() });
const opened = z.object({
  ms: z.number(),
  added: z.number(),
  longestGap: z.number(),
  megabytes: z.number(),
  bytesPerEvent: z.number(),
});
const STEPS = 400;
const PASSES = 3;
const LANES = 100;

export async function run(args: readonly string[]): Promise<void> {
  const share = args.includes('--quick') ? 0.1 : 1;
  await onBenchPage('scripts/bench/timeline/page', async (page) => {
    await draw(page, 'frame-p95-1m', 1_000_000 * share);
    await open(page, 1_000_000 * share);
    await draw(page, 'frame-p95-5m', 5_000_000 * share);
  });
}

/** Every window is drawn several times and its fastest frame counts, to exclude other load of the machine. */
async function draw(page: Page, metric: string, events: number): Promise<void> {
  const passes: z.infer<typeof drawn>[] = [];
  for (let pass = 0; pass < PASSES; pass++)
    passes.push(drawn.parse(await page.evaluate(`window.bench.draw(${events}, ${LANES}, ${STEPS})`)));
  const all = passes.flatMap(({ times }) => times);
  const times = Array.from({ length: STEPS }, (_, step) =>
    Math.min(...passes.map((pass) => pass.times[step] ?? Number.POSITIVE_INFINITY)),
  );
  report('timeline', metric, percentile(times, 0.95), {
    ...{ events, lanes: LANES, frames: STEPS, passes: PASSES },
    p50: percentile(times, 0.5),
    p95OfAllPasses: percentile(all, 0.95),
  });
  report('timeline', 'bytes-per-event', passes[0]?.bytesPerEvent ?? Number.NaN, { events });
}

async function open(page: Page, events: number): Promise<void> {
  const { ms, added, longestGap, megabytes } = opened.parse(
    await page.evaluate(`window.bench.open(${events})`),
  );
  report('timeline', 'open-file', ms / 1000, { events: added, megabytes: Math.round(megabytes) });
  report('timeline', 'open-file-longest-gap', longestGap, { events: added });
}
