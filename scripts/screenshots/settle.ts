/** Waits until a screen can be photographed. */
import type { Page } from '@playwright/test';

/** A screen that still loads after this time is photographed as it is. */
const LONGEST_MS = 10_000;
const PAUSE_MS = 100;

/**
 * Until no table loads, editors are coloured, and animations have ended, then two frames. Returns what was not ready in
 * time; undefined when everything was.
 */
export async function settle(page: Page): Promise<string | undefined> {
  const deadline = Date.now() + LONGEST_MS;
  let missing = await unready(page);
  // Twice in a row: between the frame of a screen and its first request nothing loads.
  for (let ready = 0; ready < 2 && Date.now() < deadline;) {
    await page.waitForTimeout(PAUSE_MS);
    missing = await unready(page);
    ready = missing === undefined ? ready + 1 : 0;
  }
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  return missing;
}

function unready(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const isAnyVisible = (selector: string): boolean =>
      [...document.querySelectorAll(selector)].some(
        (each) => each.checkVisibility() && each.getClientRects().length > 0,
      );
    if (isAnyVisible('[role=grid][aria-busy=true], [class*=_skeleton]')) return 'a table loads';
    // The class mtk1 is text without a colour of its own. A plain text has no other.
    const editors = [...document.querySelectorAll('.monaco-editor')].filter(
      (each) =>
        each.checkVisibility() &&
        each.closest('[data-mode-id=plaintext]') === null &&
        each.querySelector('[data-mode-id=plaintext]') === null &&
        /\S\s\S/.test(each.querySelector('.view-lines')?.textContent ?? ''),
    );
    const isPlain = (editor: Element): boolean =>
      editor.querySelector('.view-line [class*=mtk]:not(.mtk1)') === null;
    return editors.some(isPlain) ? 'an editor is not coloured' : undefined;
  });
}
