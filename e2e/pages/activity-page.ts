import { expect, type Locator, type Page } from '@playwright/test';

/** What the server does now. */
export class ActivityPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  async tab(name: string): Promise<void> {
    await this.panel.getByRole('tab', { name, exact: true }).click();
  }

  grid(name: string): Locator {
    return this.panel.getByRole('grid', { name, exact: true });
  }

  /** The rows with this text. */
  rows(grid: string, text: string | RegExp): Locator {
    return this.grid(grid).getByRole('row').filter({ hasText: text });
  }

  async select(grid: string, text: string | RegExp): Promise<Locator> {
    await this.rows(grid, text).first().click();
    const details = this.panel.getByRole('region', { name: /^Details of/ });
    await expect(details).toBeVisible();
    return details;
  }

  async filter(label: string, text: string): Promise<void> {
    await this.panel.getByRole('textbox', { name: label }).fill(text);
  }

  async confirm(button: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: button }).click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  async choose(label: string, option: string): Promise<void> {
    await this.panel.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: option }).click();
  }
}
