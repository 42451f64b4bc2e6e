/** Frame times of a page. */
import type { Page } from '@playwright/test';

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
