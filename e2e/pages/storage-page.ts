import { expect, type Locator, type Page } from '@playwright/test';

export class StoragePage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  grid(): Locator {
    return this.panel.getByRole('grid', { name: 'What takes the space' });
  }

  row(kind: string, name: string): Locator {
    return this.grid().getByRole('row').filter({ hasText: kind }).filter({ hasText: name });
  }

  refresh(): Promise<void> {
    return this.panel.getByRole('button', { name: 'Refresh' }).click();
  }

  /** Saves the list and returns the path of the downloaded file. */
  async saveCsv(): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.panel.getByRole('button', { name: 'Save CSV' }).click();
    return (await download).path();
  }

  largeDocuments(): Locator {
    return this.panel.getByRole('region', { name: 'Large documents' });
  }

  scan(): Locator {
    return this.panel.getByRole('region', { name: 'Largest documents and attachments' });
  }

  /** Opens the dialog of a scan. */
  async chooseScan(): Promise<Locator> {
    await this.scan().getByRole('button', { name: 'Scan documents…' }).click();
    const dialog = this.page.getByRole('dialog', { name: /^Scan documents of / });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  savings(): Locator {
    return this.panel.getByRole('region', { name: 'What would free space' });
  }
}
