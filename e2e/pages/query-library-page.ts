import { expect, type Locator, type Page } from '@playwright/test';
import type { QueryPage } from './query-page.ts';

/** The dialog of saved queries and history. */
export class QueryLibraryPage {
  readonly dialog: Locator;
  private readonly page: Page;
  private readonly query: QueryPage;

  constructor(page: Page, query: QueryPage) {
    this.page = page;
    this.query = query;
    this.dialog = page.getByRole('dialog', { name: 'Saved queries and history' });
  }

  async open(): Promise<void> {
    await this.query.panel.getByRole('button', { name: 'Saved', exact: true }).click();
    await expect(this.dialog).toBeVisible();
  }

  async save(name: string): Promise<void> {
    await this.query.panel.getByRole('button', { name: 'Save query' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Save query' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  async search(words: string): Promise<void> {
    await this.dialog.getByLabel('Search').fill(words);
  }

  /** Without the head of the table. */
  rows(): Locator {
    return this.dialog
      .getByRole('grid')
      .getByRole('row')
      .filter({ has: this.page.getByRole('gridcell') });
  }

  row(name: string): Locator {
    return this.rows().filter({ has: this.page.getByRole('gridcell', { name, exact: true }) });
  }

  /** Chooses an entry of the context menu of a row. */
  async menu(name: string, item: string): Promise<void> {
    await this.row(name).click({ button: 'right' });
    await this.page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
  }
}
