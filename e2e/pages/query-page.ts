import { expect, type Locator, type Page } from '@playwright/test';
import { editorLines, replaceFocusedText } from './editor.ts';

export class QueryPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  async write(rql: string): Promise<void> {
    await editorLines(this.panel).click();
    await replaceFocusedText(this.page, rql);
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
    return editorLines(this.panel);
  }

  tab(name: 'Results' | 'Includes' | 'Timings' | 'Plan' | 'Raw'): Locator {
    return this.panel.getByRole('tab', { name: new RegExp(`^${name}`) });
  }
}
