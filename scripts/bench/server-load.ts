/**
 * What Rookery costs a quiet RavenDB: processor time of the server process without Rookery, with the overview open and
 * with the window hidden, and the requests that it received: `npm run bench -- server-load [--quick]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Shell } from '../../e2e/pages/shell.ts';
import { startServed } from '../../e2e/environment/served-program.ts';
import { buildNodeSides, buildRenderer } from '../build-bundles.ts';
import { launchUnthrottled } from './browser.ts';
import { percentile, report } from './report.ts';
import { startCountingProxy, type CountingProxy } from './server-load/counting-proxy.ts';
import { progress } from './storage/progress.ts';
import { closeConnections, send } from './storage/send.ts';
import { startRavendb, type Side } from './storage/sides.ts';

const ROUNDS = 4;

export async function run(args: readonly string[]): Promise<void> {
  const seconds = args.includes('--quick') ? 10 : 30;
  const side = await startRavendb();
  if (!side) {
    console.log(JSON.stringify({ bench: 'server-load', skipped: 'no RavenDB to start' }));
    return;
  }
  await Promise.all([buildRenderer(), buildNodeSides()]);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-load-'));
  const proxy = await startCountingProxy(side.url);
  const program = await startServed(folder);
  const browser = await launchUnthrottled();
  try {
    await side.createDatabase('shop');
    await send(side.url, 'POST', '/databases/shop/studio/sample-data');
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(program.url);
    const shell = new Shell(page);
    await shell.ready();
    progress('waiting until the new server is quiet');
    await settle(side);
    report('server-load', 'alone', await share(side, seconds), { seconds, rookery: 'not connected' });

    await shell.connectTo('Quiet', proxy.url);
    const overview = await shell.openOverview();
    await overview.live();
    await settle(side);
    await compare(page, side, proxy, seconds);
  } finally {
    await browser.close();
    await program.stop();
    await proxy.stop();
    closeConnections();
    await side.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The server's own work varies by more than Rookery adds: visible and hidden alternate, and medians are compared. A hidden
 * window sends nothing, which the counts show, so it is the state without Rookery.
 */
async function compare(page: Page, side: Side, proxy: CountingProxy, seconds: number): Promise<void> {
  const shares = { visible: [] as number[], hidden: [] as number[] };
  const requests = { visible: 0, hidden: 0 };
  let liveSockets = 0;
  const routes = new Set<string>();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const state of ['hidden', 'visible'] as const) {
      progress(`round ${round} of ${ROUNDS}, ${state}`);
      await hide(page, state === 'hidden');
      // Feeds open and close at the change; the steady state counts.
      await elapsed(3);
      proxy.restart();
      shares[state].push(await share(side, seconds));
      const counted = proxy.counted();
      requests[state] += counted.requests;
      if (state === 'hidden' && counted.sockets > 0)
        throw new Error(`${counted.sockets} feeds stayed open while the window was hidden`);
      if (state === 'visible') liveSockets = counted.sockets;
      for (const route of Object.keys(counted.routes)) routes.add(route);
    }
  }
  const [visible, hidden] = [percentile(shares.visible, 0.5), percentile(shares.hidden, 0.5)];
  const perMinute = 60 / (seconds * ROUNDS);
  report('server-load', 'overview-added', visible - hidden, {
    ...{ visible, hidden, rounds: shares, secondsEach: seconds, liveSockets },
  });
  report('server-load', 'overview-requests', requests.visible * perMinute, { routes: [...routes] });
  report('server-load', 'hidden-requests', requests.hidden * perMinute);
}

/** Percent of one core that the server process used in the next seconds. */
async function share(side: Side, seconds: number): Promise<number> {
  const started = performance.now();
  const before = await side.processorSeconds();
  await elapsed(seconds);
  const after = await side.processorSeconds();
  return ((after - before) * 100_000) / (performance.now() - started);
}

/** Until two seconds in a row cost less than 5 % of a core, at most a minute: compilation and first indexing end. */
async function settle(side: Side): Promise<void> {
  for (let round = 0, quiet = 0; round < 30 && quiet < 2; round++) {
    quiet = (await share(side, 2)) < 5 ? quiet + 1 : 0;
  }
}

const elapsed = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** What a page sees of a minimized window. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
