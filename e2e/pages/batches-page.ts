import { expect, type Locator, type Page } from '@playwright/test';

/** The indexing batches: the timeline above, one batch or the table of all below. */
export class BatchesPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  get toolbar(): Locator {
    return this.panel.getByRole('toolbar', { name: 'Indexing batches' });
  }

  get timeline(): Locator {
    return this.panel.getByRole('application', { name: /^Timeline of indexing batches/ });
  }

  get batch(): Locator {
    return this.panel.getByRole('region', { name: 'Batch', exact: true });
  }

  get steps(): Locator {
    return this.panel.getByRole('grid', { name: 'Steps of the batch' });
  }

  get table(): Locator {
    return this.panel.getByRole('grid', { name: 'Indexing batches' });
  }

  get count(): Locator {
    return this.toolbar.getByText(/^[\d,]+ batch(es)?$/);
  }

  async tab(name: 'Batch' | 'All batches'): Promise<void> {
    await this.panel.getByRole('tab', { name, exact: true }).click();
  }

  /** Moves the selection with a key of the timeline. */
  async press(key: string): Promise<void> {
    await this.timeline.press(key);
  }

  async choose(index: string): Promise<void> {
    await this.toolbar.getByRole('combobox').click();
    await this.page.getByRole('option', { name: index, exact: true }).click();
  }

  async export(item: string): Promise<void> {
    await this.toolbar.getByRole('button', { name: 'Export' }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  async ready(): Promise<void> {
    await expect(this.timeline).toBeVisible();
  }
}
