/** Frame times of a page. */
import type { CDPSession, Page } from '@playwright/test';

declare global {
  interface Window {
    frameTimes: number[];
  }
}

/** Runs in the page. */
export function watchFrames(): void {
  window.frameTimes = [];
  let last = performance.now();
  const frame = (): void => {
    const now = performance.now();
    window.frameTimes.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Frame times since the last call. */
export function frames(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.frameTimes.splice(0)))),
      ),
  );
}

const sessions = new WeakMap<Page, CDPSession>();

/** Processor time of the page's main thread in seconds since it started: what other processes take does not count. */
export async function mainThreadSeconds(page: Page): Promise<number> {
  // One session for all readings: each counts from its own start.
  let session = sessions.get(page);
  if (!session) {
    session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    sessions.set(page, session);
  }
  const { metrics } = await session.send('Performance.getMetrics');
  const time = metrics.find(({ name }) => name === 'ThreadTime');
  if (!time) throw new Error('The browser does not report the processor time of the main thread.');
  return time.value;
}
