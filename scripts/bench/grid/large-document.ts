/**
 * The time to open a document of 50 MB from its id, after paging through the collection. In a browser with the frame
 * rate of a screen: without that limit, the frames take the time of the page that reads the document.
 */
import { Shell } from '../../../e2e/pages/shell.ts';
import { launchBrowser } from '../browser.ts';
import { report } from '../report.ts';
import { send } from '../storage/send.ts';
import type { Side } from '../storage/sides.ts';
import { dragScrollBar } from './scroll-scripts.ts';

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
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(address);
    const shell = new Shell(page);
    await shell.ready();
    await shell.chooseDatabase(database);
    const screen = await shell.openDocuments();
    await screen.collection(collection).click();
    await screen.expectCollection(collection, documents);
    await screen.grid().evaluate(dragScrollBar);
    const started = Date.now();
    await screen.goTo(LARGE_ID);
    // In the page, with the time of the page: Playwright receives every frame of the page's WebSocket, and its answers
    // wait behind one of 50 MB.
    const shown = await page.waitForFunction(firstPartIsShown, undefined, {
      polling: 'raf',
      timeout: 120_000,
    });
    const shownAt = Number(await shown.jsonValue());
    report('grid', 'large-document', shownAt - started, { includes: 'typing the id' });
  } finally {
    await browser.close();
  }
}

/** Runs in the page: the time of the frame that shows the document. */
function firstPartIsShown(): number | undefined {
  const part = document.querySelector('[role=textbox][aria-readonly=true]');
  return part?.textContent.startsWith('{"CompletelyLoaded"') === true ? Date.now() : undefined;
}
