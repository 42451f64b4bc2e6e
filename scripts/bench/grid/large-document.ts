/**
 * The time to open a document of 50 MB from its id, after paging through the collection. In a browser with the frame
 * rate of a screen (without that limit, the frames take the time of the page that reads the document), and while no
 * debugger is connected: with one, the browser copies every message of the page's WebSocket to it, which takes longer
 * than to read the message.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { Shell } from '../../../e2e/pages/shell.ts';
import { obtainChromium } from '../../chromium.ts';
import { browserArguments } from '../browser.ts';
import { report } from '../report.ts';
import { send } from '../storage/send.ts';
import type { Side } from '../storage/sides.ts';
import { dragScrollBar } from './scroll-scripts.ts';

declare global {
  interface Window {
    /** Milliseconds from the click to the frame with the document; undefined before that. */
    largeDocumentShown?: number;
  }
}

const LARGE_ID = 'large/1';

interface Paged {
  readonly database: string;
  readonly collection: string;
  readonly documents: number;
}

export async function putLargeDocument(side: Side, database: string, megabytes: number): Promise<void> {
  const line = { Product: 'products/1-A', Comment: 'x'.repeat(900), Quantity: 7, Price: 12.5 };
  const count = Math.round((megabytes * 1e6) / JSON.stringify(line).length);
  await send(side.url, 'PUT', `/databases/${database}/docs?id=${encodeURIComponent(LARGE_ID)}`, {
    CompletelyLoaded: true,
    Lines: Array.from({ length: count }, () => line),
    '@metadata': { '@collection': 'Large' },
  });
}

export async function openLargeDocument(
  address: string,
  { database, collection, documents }: Paged,
): Promise<void> {
  const own = await startBrowser();
  try {
    const connected = await own.connect();
    const page = firstPage(connected);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    const shell = new Shell(page);
    await shell.ready();
    await shell.chooseDatabase(database);
    const screen = await shell.openDocuments();
    await screen.collection(collection).click();
    await screen.expectCollection(collection, documents);
    await screen.grid().evaluate(dragScrollBar);
    await screen.typeIdToGoTo(LARGE_ID);
    await page.evaluate(openLater, WAIT_MS);
    await connected.close();
    await sleep(WAIT_MS + SHOWN_MS);
    const again = await own.connect();
    const shown = await firstPage(again).evaluate(() => window.largeDocumentShown);
    await again.close();
    if (shown === undefined) throw new Error(`${LARGE_ID} was not shown within ${SHOWN_MS} ms.`);
    report('grid', 'large-document', shown, { from: 'click' });
  } finally {
    await own.stop();
  }
}

/** For the debugger to disconnect. */
const WAIT_MS = 2000;
const SHOWN_MS = 15_000;

/** Runs in the page: opens the typed id after a while, and stores the time until its text is painted. */
function openLater(afterMs: number): void {
  setTimeout(() => {
    const began = performance.now();
    document.querySelector<HTMLElement>('[role=dialog] button[type=submit]')?.click();
    const check = (): void => {
      const part = document.querySelector('[role=textbox][aria-readonly=true]');
      if (part?.textContent.startsWith('{"CompletelyLoaded"') === true)
        requestAnimationFrame(() => (window.largeDocumentShown = performance.now() - began));
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  }, afterMs);
}

interface OwnBrowser {
  /** Closing the result disconnects and leaves the browser and its page as they are. */
  readonly connect: () => Promise<Browser>;
  readonly stop: () => Promise<void>;
}

async function startBrowser(): Promise<OwnBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'rookery-browser-'));
  const args = [...browserArguments(), '--headless', '--remote-debugging-port=0'];
  const child = spawn(await obtainChromium(), [...args, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  });
  try {
    const port = await debuggingPort(child, profile);
    return {
      connect: () => chromium.connectOverCDP(`http://127.0.0.1:${port}`),
      stop: () => stopBrowser(child, profile),
    };
  } catch (thrown) {
    await stopBrowser(child, profile);
    throw thrown;
  }
}

async function debuggingPort(child: ChildProcess, profile: string): Promise<string> {
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt++) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port] = text.split('\n');
    if (port !== undefined && port !== '') return port;
    await sleep(100);
  }
  throw new Error('The browser did not open its debugging port.');
}

async function stopBrowser(child: ChildProcess, profile: string): Promise<void> {
  const ended = child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : undefined;
  // SIGTERM waits for the page.
  child.kill('SIGKILL');
  await ended;
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}

function firstPage(browser: Browser): Page {
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('The browser has no page.');
  return page;
}
