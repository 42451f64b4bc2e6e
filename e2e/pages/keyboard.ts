import { expect, type Locator, type Page } from '@playwright/test';
import { replaceFocusedText } from './editor.ts';

/** Everything a person without a pointer has. */
export class Keyboard {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.insertText(text);
  }

  /** Moves the focus with Tab (or another key) until the element has it. */
  async to(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target.first()).toBeVisible();
    for (let presses = 0; presses < 120; presses++) {
      if (await this.isFocused(target)) return;
      await this.press(key);
    }
    throw new Error(`120 × ${key} did not reach ${target.toString()}.`);
  }

  /** Moves the focus to a button and presses it. */
  async activate(target: Locator, key = 'Tab'): Promise<void> {
    await this.to(target, key);
    await this.press('Enter');
  }

  /** Replaces the text of a code editor. */
  async replaceEditorText(editor: Locator, text: string): Promise<void> {
    await this.to(editor);
    await replaceFocusedText(this.page, text);
  }

  private isFocused(target: Locator): Promise<boolean> {
    return target
      .first()
      .evaluate((element) => element === document.activeElement || element.matches(':focus-within'));
  }
}
