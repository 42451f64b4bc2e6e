/**
 * A capture of a few hundred threads with two hundred frames each on the Threads screen, in Chromium with software
 * rendering: the time to open it, and frame times while a script scrolls, searches, hovers and zooms: `npm run
 * bench -- stacks-view`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Shell } from '../../e2e/pages/shell.ts';
import { ThreadsPage } from '../../e2e/pages/threads-page.ts';
import { startServed } from '../../e2e/environment/served-program.ts';
import { buildNodeSides, buildRenderer } from '../build-bundles.ts';
import { buildNative } from '../build-native.ts';
import { launchUnthrottled } from './browser.ts';
import { frames, watchFrames } from './frame-times.ts';
import { percentile, report } from './report.ts';

const THREADS = 400;
const FRAMES = 200;
/** Frames shared by all threads; below them the stacks branch repeatedly. */
const SHARED = 40;

export async function run(): Promise<void> {
  await buildNative('release');
  await Promise.all([buildRenderer(), buildNodeSides()]);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-stacks-'));
  const program = await startServed(folder);
  const browser = await launchUnthrottled();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(program.url);
    const shell = new Shell(page);
    await shell.ready();
    const threads = new ThreadsPage(page, await shell.openThreads());
    await threads.tab('Stacks');
    const file = join(folder, 'many.folded');
    await writeFile(file, folded());
    await page.evaluate(watchFrames);
    const started = performance.now();
    await threads.openFile(file);
    report('stacks', 'view-open', performance.now() - started, { threads: THREADS, frames: FRAMES });
    await frames(page);

    await threads.panel.evaluate(scrollThrough);
    await tell(page, 'view-scroll');
    for (const letters of ['f', 'fr', 'frame_19', 'frame_199', '']) await threads.search(letters);
    await tell(page, 'view-search');
    const picture = await threads.panel.getByRole('tree', { name: 'Stacks as an icicle' }).boundingBox();
    if (!picture) throw new Error('the icicle is not on the page');
    await hoverAcross(page, picture);
    await tell(page, 'view-hover');
    await zoomInAndOut(page, picture);
    await tell(page, 'view-zoom');
    await threads.show(/^Show as list/);
    await frames(page);
    await threads.panel.evaluate(scrollThrough);
    await tell(page, 'view-list-scroll');
  } finally {
    await browser.close();
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tell(page: Page, metric: string): Promise<void> {
  const times = await frames(page);
  report('stacks', metric, percentile(times, 0.95), {
    frames: times.length,
    p50: percentile(times, 0.5),
    longest: Math.max(...times),
    threads: THREADS,
  });
}

/** A different stack per thread: the widest tree. */
function folded(): string {
  return Array.from({ length: THREADS }, (_, thread) => {
    const names = Array.from({ length: FRAMES }, (_, depth) => {
      const group = depth < SHARED ? 0 : thread % 2 ** Math.min(9, 1 + Math.floor((depth - SHARED) / 20));
      return `rookery::layer_${depth}::group_${group}::frame_${depth}`;
    });
    return `${names.join(';')} 1\n`;
  }).join('');
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Over every cell on two diagonals. */
async function hoverAcross(page: Page, { x, y, width, height }: Box): Promise<void> {
  await page.mouse.move(x + 1, y + 1);
  await page.mouse.move(x + width - 20, y + height - 1, { steps: 120 });
  await page.mouse.move(x + width - 20, y + 1);
  await page.mouse.move(x + 1, y + height - 1, { steps: 120 });
}

/** Zooms in at increasing depth, and out again, repeatedly. */
async function zoomInAndOut(page: Page, { x, y, height }: Box): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const part of [0.2, 0.5, 0.8]) await page.mouse.dblclick(x + 40, y + height * part);
    for (let step = 0; step < 40; step++) await page.keyboard.press('Escape');
  }
}

/** Runs in the page: scrolls the longest content of the panel down and up. */
async function scrollThrough(panel: Element): Promise<void> {
  const hidden = (element: Element): number => element.scrollHeight - element.clientHeight;
  const scrollers = [...panel.querySelectorAll('*')].filter(
    (element) => hidden(element) > 0 && /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
  const scroller = scrollers.sort((a, b) => hidden(b) - hidden(a))[0];
  if (!scroller) throw new Error('nothing scrolls here');
  const steps = 120;
  for (let step = 0; step <= 2 * steps; step++) {
    scroller.scrollTop = (hidden(scroller) * (steps - Math.abs(step - steps))) / steps;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
