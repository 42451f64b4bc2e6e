import { expect, type Locator, type Page } from '@playwright/test';
import { editorLines, replaceFocusedText } from './editor.ts';

export class SubscriptionsPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  /** False where the server has no requests of subscriptions. */
  async available(): Promise<boolean> {
    const toolbar = this.panel.getByRole('toolbar', { name: 'Subscriptions' });
    await expect(
      toolbar.or(this.panel.getByRole('heading', { name: /has no subscriptions$/ })),
    ).toBeVisible();
    return toolbar.isVisible();
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true }).first();
  }

  row(name: string): Locator {
    return this.panel
      .getByRole('grid', { name: 'Subscriptions' })
      .getByRole('row')
      .filter({ has: this.page.getByRole('gridcell', { name, exact: true }) });
  }

  async select(name: string): Promise<Locator> {
    await this.row(name).click();
    const details = this.panel.getByRole('region', { name: `Details of ${name}` });
    await expect(details).toBeVisible();
    return details;
  }

  /** The text of the cell under a column. */
  async expectCell(name: string, column: string, text: string | RegExp): Promise<void> {
    const headers = this.panel.getByRole('grid', { name: 'Subscriptions' }).getByRole('columnheader');
    await expect(headers.filter({ hasText: new RegExp(`^${column}`) })).toBeVisible();
    const titles = await headers.allTextContents();
    const place = titles.findIndex((title) => title.startsWith(column));
    await expect(this.row(name).getByRole('gridcell').nth(place)).toHaveText(text);
  }

  async typeQuery(query: string): Promise<void> {
    await editorLines(this.panel).click();
    await replaceFocusedText(this.page, query);
  }

  async chooseOption(label: string, option: string | RegExp): Promise<void> {
    await this.panel.getByLabel(label).click();
    await this.page.getByRole('option', { name: option }).click();
  }

  tried(): Locator {
    return this.panel.getByRole('grid', { name: 'Documents of the test' });
  }

  async confirm(action: string): Promise<void> {
    const dialog = this.page
      .getByRole('dialog')
      .filter({ has: this.page.getByRole('button', { name: action }) });
    await dialog.getByRole('button', { name: action }).click();
    await expect(dialog).toBeHidden();
  }
}
