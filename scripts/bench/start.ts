/** Start-up time: first paint of the served UI, its initial JavaScript, and, with Electron, a usable window. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { _electron, chromium } from '@playwright/test';
import { obtainDisplay } from '../../e2e/environment/display.ts';
import { startServed } from '../../e2e/environment/served-program.ts';
import { buildNodeSides, buildRenderer } from '../build-bundles.ts';
import { buildNative } from '../build-native.ts';
import { obtainChromium } from '../chromium.ts';
import { findElectron } from '../electron-binary.ts';
import { inRoot } from '../paths.ts';
import { percentile, report } from './report.ts';

const RUNS = 5;
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
/** The first usable element. */
const usable = 'nav[aria-label="Screens"]';

export async function run(): Promise<void> {
  await buildNative('release');
  await Promise.all([buildRenderer(), buildNodeSides()]);
  report('start', 'initial-js', (await initialJavaScriptBytes()) / 1024);

  const paints: number[] = [];
  const usables: number[] = [];
  const browser = await chromium.launch({ executablePath: await obtainChromium(), args: asRoot });
  for (let i = 0; i < RUNS; i++) {
    const { paint, ready } = await withFolder(async (folder) => {
      const program = await startServed(folder);
      // A separate context: nothing is cached from the previous run.
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(program.url);
      await page.waitForSelector(usable);
      const times = await page.evaluate(() => ({
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        ready: performance.now(),
      }));
      await context.close();
      await program.stop();
      return times;
    });
    paints.push(paint);
    usables.push(ready);
  }
  await browser.close();
  report('start', 'first-paint', percentile(paints, 0.5), { runs: RUNS, worst: Math.max(...paints) });
  report('start', 'usable-page', percentile(usables, 0.5), { runs: RUNS, worst: Math.max(...usables) });
  await measureElectron();
}

/** The entry script and its static imports: needed before the first paint. */
async function initialJavaScriptBytes(): Promise<number> {
  const html = await readFile(inRoot('dist/renderer/index.html'), 'utf8');
  const files = new Set<string>();
  for (const match of html.matchAll(
    /<(?:script[^>]+src|link[^>]+rel="modulepreload"[^>]+href)="([^"]+\.js)"/g,
  ))
    files.add(match[1] ?? '');
  let bytes = 0;
  for (const file of files)
    bytes += gzipSync(await readFile(inRoot('dist/renderer', file)), { level: 9 }).length;
  return bytes;
}

async function measureElectron(): Promise<void> {
  const executablePath = findElectron();
  const display = executablePath === undefined ? undefined : await obtainDisplay();
  if (executablePath === undefined || display === undefined) {
    console.log(
      JSON.stringify({
        bench: 'start',
        metric: 'usable-window',
        skipped: 'no Electron binary or no display',
      }),
    );
    return;
  }
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++)
    times.push(
      await withFolder(async (folder) => {
        const started = performance.now();
        const app = await _electron.launch({
          executablePath,
          args: [...asRoot, inRoot('.'), '--data', folder],
          env: { ...process.env, DISPLAY: display.name },
        });
        const page = await app.firstWindow();
        await page.waitForSelector(usable);
        const ms = performance.now() - started;
        await app.close();
        return ms;
      }),
    );
  display.stop();
  report('start', 'usable-window', percentile(times, 0.5), { runs: RUNS, worst: Math.max(...times) });
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
