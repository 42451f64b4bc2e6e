import { expect, type Locator, type Page } from '@playwright/test';
import type { TransferPage } from './transfer-page.ts';

/** The import of a file of documents on the Import/Export screen. */
export class FileImportPage {
  readonly page: Page;
  readonly panel: Locator;
  private readonly transfer: TransferPage;

  constructor(transfer: TransferPage) {
    this.transfer = transfer;
    this.page = transfer.page;
    this.panel = transfer.panel;
  }

  async choose(name: string, content: string | Buffer): Promise<void> {
    const buffer = typeof content === 'string' ? Buffer.from(content) : content;
    await this.transfer.choose({ name, mimeType: 'application/octet-stream', buffer });
    await expect(this.panel.getByRole('toolbar', { name: 'Import' })).toContainText(name);
  }

  async select(label: string, option: string | RegExp): Promise<void> {
    await this.panel.getByLabel(label, { exact: true }).click();
    await this.page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
  }

  preview(): Locator {
    return this.panel.getByRole('grid', { name: 'Preview of documents' });
  }

  report(): Locator {
    return this.transfer.report();
  }

  progress(): Locator {
    return this.transfer.progress();
  }

  rejected(): Locator {
    return this.report().getByRole('grid', { name: 'Rejected items' });
  }

  async start(): Promise<void> {
    const dialog = await this.transfer.openConfirmation();
    await dialog.getByRole('button', { name: 'Import documents' }).click();
    await expect(dialog).toBeHidden();
  }

  async expectEnd(text: string, timeout = 60_000): Promise<void> {
    await expect(this.report().getByRole('status')).toContainText(text, { timeout });
  }

  /** Read, written, skipped, rejected. */
  async counts(): Promise<readonly number[]> {
    const texts = await this.report().locator('dl[aria-label="Counts"] dd').allTextContents();
    return texts.map((text) => Number(text.replaceAll(',', '')));
  }
}
