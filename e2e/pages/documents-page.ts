import { expect, type Locator, type Page } from '@playwright/test';

/** Collections and the grid. */
export class DocumentsPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  collection(name: string): Locator {
    return this.panel.getByRole('navigation', { name: 'Collections' }).getByRole('button', { name });
  }

  grid(): Locator {
    return this.panel.getByRole('grid');
  }

  async expectCollection(name: string, count: number): Promise<void> {
    await expect(this.collection(name)).toContainText(count.toLocaleString('en'));
  }

  async goTo(id: string): Promise<void> {
    const dialog = await this.typeIdToGoTo(id);
    await dialog.locator('button[type=submit]').click();
  }

  /** The dialog with the id, before it is opened. */
  async typeIdToGoTo(id: string): Promise<Locator> {
    await this.panel.getByRole('button', { name: 'Go to document by id' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Go to document' });
    await dialog.getByLabel('Document id').fill(id);
    return dialog;
  }
}
