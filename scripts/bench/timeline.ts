/**
 * The I/O timeline in Chromium with software rendering: frame times while a script pans and zooms, with one million
 * and with five million events in a hundred lanes; bytes per event; opening a file of a million events. `--quick`
 * uses a tenth of the sizes.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { z } from 'zod';
import { inRoot } from '../paths.ts';
import { launchUnthrottled } from './browser.ts';
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
  const folder = await mkdtemp(join(tmpdir(), 'rookery-timeline-'));
  await build({
    configFile: false,
    root: inRoot('scripts/bench/timeline/page'),
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true },
  });
  const server = serve(folder);
  const address = await server.address;
  const browser = await launchUnthrottled();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(address);
    await draw(page, 'frame-p95-1m', 1_000_000 * share);
    await open(page, 1_000_000 * share);
    await draw(page, 'frame-p95-5m', 5_000_000 * share);
    if (problems.length > 0) throw new Error(`The page said:\n${problems.join('\n')}`);
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
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

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The code of a worker is loaded over HTTP only. */
function serve(folder: string): { address: Promise<string>; close: () => void } {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file)
      .on('error', () => {
        response.statusCode = 404;
        response.end();
      })
      .pipe(response);
  });
  const address = new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      resolve(`http://127.0.0.1:${typeof bound === 'object' ? (bound?.port ?? 0) : 0}/`);
    });
  });
  return { address, close: () => server.close() };
}
