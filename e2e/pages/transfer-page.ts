import { expect, type Locator, type Page } from '@playwright/test';
import { CopyPage } from './copy-page.ts';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export class TransferPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  async show(direction: 'Export' | 'Import'): Promise<void> {
    await this.panel.getByRole('tab', { name: new RegExp(`^${direction}`) }).click();
    await expect(this.panel.getByRole('toolbar', { name: direction })).toBeVisible();
  }

  async showCopy(): Promise<CopyPage> {
    await this.panel.getByRole('tab', { name: /^Copy/ }).click();
    await expect(this.panel.getByRole('toolbar', { name: 'Copy' })).toBeVisible();
    return new CopyPage(this.page, this.panel);
  }

  exportButton(): Locator {
    return this.panel.getByRole('button', { name: 'Export dump…' });
  }

  importButton(): Locator {
    return this.panel.getByRole('toolbar', { name: 'Import' }).getByRole('button', { name: 'Import…' });
  }

  item(name: string): Locator {
    return this.panel.getByRole('group', { name: 'Items' }).getByRole('checkbox', { name, exact: true });
  }

  /** Exports and returns the path of the downloaded file. */
  async export(): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.exportButton().click();
    const path = await (await download).path();
    await this.expectReport('Completed');
    return path;
  }

  async choose(file: string | ChosenFile): Promise<void> {
    await this.panel.getByLabel('File to import').setInputFiles(file);
  }

  async openConfirmation(): Promise<Locator> {
    await this.importButton().click();
    const dialog = this.page.getByRole('dialog', { name: /^Import into / });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  async openResume(): Promise<Locator> {
    await this.panel.getByRole('button', { name: 'Resume import…' }).click();
    const dialog = this.page.getByRole('dialog', { name: /^Resume the import into / });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  async import(file: string | ChosenFile): Promise<void> {
    await this.choose(file);
    const dialog = await this.openConfirmation();
    await dialog.getByRole('button', { name: 'Import dump' }).click();
    await expect(dialog).toBeHidden();
  }

  progress(): Locator {
    return this.panel.getByRole('region', { name: 'Progress' });
  }

  report(): Locator {
    return this.panel.getByRole('region', { name: 'Report' });
  }

  async expectReport(text: string | RegExp): Promise<void> {
    await expect(this.report().getByRole('status')).toContainText(text, { timeout: 60_000 });
  }

  /** The cells of a kind: read, skipped, rejected. */
  async counts(kind: string): Promise<readonly string[]> {
    const row = this.report()
      .getByRole('table', { name: 'Counts by kind' })
      .getByRole('row', { name: new RegExp(`^${kind} `) });
    return (await row.getByRole('cell').allTextContents()).slice(0, 3);
  }

  messages(): Locator {
    return this.report().getByRole('grid', { name: 'Messages of the server' });
  }
}
