import { expect, type Locator, type Page } from '@playwright/test';
import { editorLines, pasteOverFocusedText, replaceFocusedText } from './editor.ts';

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

  /** For texts of many characters. */
  async paste(rql: string): Promise<void> {
    await editorLines(this.panel).click();
    await pasteOverFocusedText(this.page, rql);
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

  async expectShown(rows: number): Promise<void> {
    await expect(this.tab('Results')).toContainText(rows.toLocaleString('en'));
  }

  /** The total of the last answer, as the summary shows it. */
  async total(): Promise<number> {
    const text = await this.panel
      .getByText(/^[\d,]+ results?/)
      .first()
      .innerText();
    return Number((/^[\d,]+/.exec(text)?.[0] ?? '').replaceAll(',', ''));
  }

  async openExport(item: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Export', exact: true }).click();
    await this.page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
  }

  /** The text of the editor, as far as visible. */
  visibleText(): Locator {
    return editorLines(this.panel);
  }

  tab(name: 'Results' | 'Includes' | 'Timings' | 'Plan' | 'Advice' | 'Compare' | 'Raw'): Locator {
    return this.panel.getByRole('tab', { name: new RegExp(`^${name}`) });
  }
}
