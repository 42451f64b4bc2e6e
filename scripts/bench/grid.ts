/**
 * A collection of a million documents in the Documents screen, in Chromium with software rendering: the time from the
 * click on the collection to its painted rows, frame times while a script scrolls, and the time to open a document of
 * 50 MB: `npm run bench -- grid [--quick]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { DocumentsPage } from '../../e2e/pages/documents-page.ts';
import { Shell } from '../../e2e/pages/shell.ts';
import { startServed } from '../../e2e/environment/served-program.ts';
import { buildNodeSides, buildRenderer } from '../build-bundles.ts';
import { buildNative } from '../build-native.ts';
import { launchUnthrottled } from './browser.ts';
import { frames, watchFrames } from './frame-times.ts';
import { openLargeDocument, putLargeDocument } from './grid/large-document.ts';
import { dragScrollBar, turnWheel } from './grid/scroll-scripts.ts';
import { percentile, report } from './report.ts';
import { bulkLoad } from './storage/bulk-load.ts';
import { progress } from './storage/progress.ts';
import { closeConnections } from './storage/send.ts';
import { startRookeryd } from './storage/sides.ts';
import { parseSizes } from './storage/sizes.ts';

const DATABASE = 'grid';
const PASSES = 7;

export async function run(args: readonly string[]): Promise<void> {
  const { quick, open: documents } = parseSizes(args);
  await buildNative('release');
  await Promise.all([buildRenderer(), buildNodeSides()]);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-grid-'));
  const side = await startRookeryd();
  const program = await startServed(folder);
  const browser = await launchUnthrottled();
  try {
    await side.createDatabase(DATABASE);
    progress(`loading ${documents} documents`);
    await bulkLoad(side, DATABASE, 0, documents, 'made-on-the-way');
    await putLargeDocument(side, DATABASE, quick ? 5 : 50);
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(program.url);
    const shell = new Shell(page);
    await shell.ready();
    await shell.connectTo('Bench', side.url);
    await shell.chooseDatabase(DATABASE);
    const screen = await shell.openDocuments();
    await screen.expectCollection('Orders', documents);
    await openCollection(screen, documents);
    await page.evaluate(watchFrames);
    await scroll(page, screen, documents);
    await browser.close();
    await openLargeDocument(await program.newAddress(), {
      database: DATABASE,
      collection: 'Orders',
      documents,
    });
  } finally {
    await browser.close();
    await program.stop();
    closeConnections();
    await side.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Changes between all documents and the collection; pages of the collection are read anew each time. */
async function openCollection(screen: DocumentsPage, documents: number): Promise<void> {
  const times: number[] = [];
  for (let pass = 0; pass <= PASSES; pass++) {
    await screen.collection('All documents').click();
    await screen.panel.evaluate(rowsPainted, 'All documents');
    times.push(await screen.panel.evaluate(clickAndPaint, 'Orders'));
  }
  const warm = times.slice(1);
  report('grid', 'first-page', percentile(warm, 0.5), {
    ...{ documents, passes: PASSES, from: 'click', first: times[0] },
    longest: Math.max(...warm),
  });
}

async function scroll(page: Page, screen: DocumentsPage, documents: number): Promise<void> {
  for (const [metric, script] of [
    ['scroll-p95', turnWheel],
    ['drag-p95', dragScrollBar],
  ] as const) {
    await frames(page);
    const shown = await screen.grid().evaluate(script);
    const times = await frames(page);
    // Without these the figure of an empty or unmoved grid would be a good one.
    if (shown.rows < 10 || shown.last < 1000)
      throw new Error(`${metric}: the grid shows ${JSON.stringify(shown)}`);
    report('grid', metric, percentile(times, 0.95), {
      ...{ documents, frames: times.length, p50: percentile(times, 0.5), longest: Math.max(...times) },
    });
  }
  const heap = await page.evaluate(
    () => (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize,
  );
  if (heap !== undefined) report('grid', 'page-memory', heap / 1e6, { documents });
}

/** Runs in the page: waits until the grid of a collection has rows with content. */
async function rowsPainted(panel: Element, title: string): Promise<void> {
  const isShown = (): boolean => {
    const grid = [...panel.querySelectorAll('[role=grid]')].find((each) =>
      each.getAttribute('aria-label')?.includes(title),
    );
    return (grid?.querySelectorAll('[data-row="0"] [data-cell="1"]')[0]?.textContent ?? '') !== '';
  };
  while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Runs in the page: milliseconds from the click to the frame after the first rows. */
async function clickAndPaint(panel: Element, name: string): Promise<number> {
  const button = [...panel.querySelectorAll<HTMLElement>('nav button')].find((each) =>
    each.textContent.startsWith(name),
  );
  if (!button) throw new Error(`no collection ${name}`);
  const began = performance.now();
  button.click();
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const grid = panel.querySelector('[role=grid]');
    const cell = grid?.querySelector('[data-row="0"] [data-cell="1"]');
    if (grid?.getAttribute('aria-label')?.includes(name) === true && (cell?.textContent ?? '') !== '') break;
  }
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - began;
}
