/**
 * The largest installation that the screens must stay fluid with: a list of 100 connections, and a generated server with
 * 1,000 databases, 5,000 indexes and 3 nodes (a test double: servers without a licence accept no further nodes), in Chromium
 * with software rendering: `npm run bench -- scale`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { Shell } from '../../e2e/pages/shell.ts';
import { callFromSecondClient } from '../../e2e/environment/second-client.ts';
import { startServed } from '../../e2e/environment/served-program.ts';
import { startThreeNodes, type ThreeNodes } from '../../e2e/environment/three-node-cluster.ts';
import { buildNodeSides, buildRenderer } from '../build-bundles.ts';
import { launchUnthrottled } from './browser.ts';
import { frames, mainThreadSeconds, watchFrames } from './frame-times.ts';
import { percentile, report } from './report.ts';
import { progress } from './storage/progress.ts';

const CONNECTIONS = 100;
const DATABASES = 1_000;
const INDEXES_EACH = 5;

export async function run(): Promise<void> {
  await Promise.all([buildRenderer(), buildNodeSides()]);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-scale-'));
  const nodes = await startThreeNodes();
  nodes.addDatabases(DATABASES, INDEXES_EACH);
  const program = await startServed(folder);
  const browser = await launchUnthrottled();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(program.url);
    const shell = new Shell(page);
    await shell.ready();
    const atStart = await pageMemory(browser);
    progress(`saving ${CONNECTIONS} connections`);
    await saveConnections(page, nodes.url);
    await page.evaluate(watchFrames);
    const list = await shell.openConnections();
    await list.getByRole('listitem').nth(CONNECTIONS).waitFor();
    await scroll(page, list.getByRole('list').last(), 'connections-scroll-p95', { connections: CONNECTIONS });

    await shell.connectTo('Generated', nodes.url);
    const server = { databases: DATABASES + 1, indexes: DATABASES * INDEXES_EACH + 1, nodes: 3 };
    const overview = await shell.openOverview();
    await overview.figure('Problems', 'Indexing errors').evaluate(painted);
    reportFirst('first-overview', nodes, ['/databases'], server);

    const cluster = await shell.openCluster();
    await cluster.panel.getByRole('tab', { name: `Databases (${server.databases})` }).evaluate(painted);
    reportFirst('first-cluster', nodes, ['/databases', '/admin/cluster/maintenance-stats'], server);
    await cluster.show('Databases');
    const grid = cluster.panel.getByRole('grid', { name: 'Databases by node', exact: true });
    await grid.waitFor();
    await scroll(page, grid, 'databases-scroll-p95', server);
    await reportMemory(browser, page, atStart.private);
  } finally {
    await browser.close();
    await program.stop();
    await nodes.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** From the last byte of the slowest answer that the view needs to the frame that shows it. */
function reportFirst(
  metric: 'first-overview' | 'first-cluster',
  nodes: ThreeNodes,
  routes: readonly string[],
  extra: Record<string, unknown>,
): void {
  const shownAt = Date.now();
  const answeredAt = Math.max(...routes.map((route) => nodes.answeredAt.get(route) ?? NaN));
  report('scale', metric, shownAt - answeredAt, { ...extra, from: 'last answer sent' });
}

/** Runs in the page. */
const painted = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

async function saveConnections(page: Page, url: string): Promise<void> {
  for (let at = 1; at <= CONNECTIONS; at++) {
    const group = `Site ${Math.ceil(at / 10)}`;
    const connection = {
      kind: 'server',
      name: `Server ${at}`,
      colour: 'blue',
      mode: 'read-only',
      url,
      group,
    };
    await callFromSecondClient(page, 'connections.save', { connection });
  }
}

async function scroll(
  page: Page,
  inside: Locator,
  metric: 'connections-scroll-p95' | 'databases-scroll-p95',
  extra: Record<string, unknown>,
): Promise<void> {
  await frames(page);
  const busyBefore = await mainThreadSeconds(page);
  const distance = await inside.evaluate(scrollThrough);
  const times = await frames(page);
  const busy = (await mainThreadSeconds(page)) - busyBefore;
  // Without this the figure of a list that does not move would be a good one.
  if (distance < 1_000) throw new Error(`${metric}: scrolled only ${distance} pixels`);
  report('scale', metric, percentile(times, 0.95), {
    ...extra,
    ...{ distance, frames: times.length, p50: percentile(times, 0.5), longest: Math.max(...times) },
    // On a loaded machine frames wait for other processes; this does not.
    cpuPerFrame: (busy * 1_000) / times.length,
  });
}

/** Runs in the page: the nearest scrolling element to its end and back, 60 pixels per frame. */
async function scrollThrough(inside: Element): Promise<number> {
  let scrolling: Element | null = inside;
  while (scrolling && scrolling.scrollHeight <= scrolling.clientHeight + 1)
    scrolling = scrolling.parentElement;
  if (!scrolling) return 0;
  const hidden = scrolling.scrollHeight - scrolling.clientHeight;
  const steps = Math.ceil(hidden / 60);
  let distance = 0;
  for (let step = 0; step <= 2 * steps; step++) {
    const before = scrolling.scrollTop;
    scrolling.scrollTop = (hidden * (steps - Math.abs(step - steps))) / steps;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    distance += Math.abs(scrolling.scrollTop - before);
  }
  return distance;
}

interface ProcessMemory {
  readonly private: number;
  readonly resident: number;
}

/** Private memory of the page's process after everything above, as Chromium's task manager counts it. */
async function reportMemory(browser: Browser, page: Page, atStart: number): Promise<void> {
  const largest = await pageMemory(browser);
  const heap = await page.evaluate(
    () => (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize,
  );
  report('scale', 'window-memory', largest.private / 1e6, {
    ...{
      of: 'renderer process: RssAnon + VmSwap',
      resident: largest.resident / 1e6,
      atStart: atStart / 1e6,
      heap: (heap ?? 0) / 1e6,
    },
  });
}

async function pageMemory(browser: Browser): Promise<ProcessMemory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const ofPages = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(ofPages.map(({ id }) => memoryOf(id)));
  return sizes.reduce((one, other) => (other.private > one.private ? other : one));
}

async function memoryOf(pid: number): Promise<ProcessMemory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const of = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  return { private: of('RssAnon') + of('VmSwap'), resident: of('VmRSS') };
}
