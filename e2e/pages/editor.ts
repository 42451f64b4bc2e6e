import type { Locator, Page } from '@playwright/test';

/** The visible lines of the first code editor in a part of the page. */
export function editorLines(part: Locator): Locator {
  return part.locator('.monaco-editor .view-lines').first();
}

/** Replaces the complete text of the editor that has the focus, like a paste. */
export async function replaceFocusedText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
  // The editor can insert a closing bracket after the caret.
  await page.keyboard.press('Shift+ControlOrMeta+End');
  await page.keyboard.press('Delete');
}

/**
 * Replaces the complete text of the editor that has the focus by a paste event. For large texts: the editor applies typed
 * text one character at a time.
 */
export async function pasteOverFocusedText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}
