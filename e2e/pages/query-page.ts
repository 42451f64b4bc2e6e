import { expect, type Locator, type Page } from '@playwright/test';

export class QueryPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  async write(rql: string): Promise<void> {
    await this.panel.locator('.monaco-editor .view-lines').first().click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(rql);
    // The editor can insert a closing bracket after the caret.
    await this.page.keyboard.press('Shift+ControlOrMeta+End');
    await this.page.keyboard.press('Delete');
  }

  async run(rql: string): Promise<void> {
    await this.write(rql);
    await this.panel.getByRole('button', { name: 'Run', exact: true }).click();
  }

  async expectTotal(total: number, timeout = 15_000): Promise<void> {
    await expect(
      this.panel.getByText(new RegExp(`^${total.toLocaleString('en')} results?`)).first(),
    ).toBeVisible({ timeout });
  }

  /** The text of the editor, as far as visible. */
  visibleText(): Locator {
    return this.panel.locator('.monaco-editor .view-lines').first();
  }

  tab(name: 'Results' | 'Includes' | 'Timings' | 'Plan' | 'Raw'): Locator {
    return this.panel.getByRole('tab', { name: new RegExp(`^${name}`) });
  }
}
