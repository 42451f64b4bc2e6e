import { expect, type Locator, type Page } from '@playwright/test';

/** The I/O screen: the timeline above, the panels below. */
export class IoPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  get toolbar(): Locator {
    return this.panel.getByRole('toolbar', { name: 'I/O timeline' });
  }

  get canvas(): Locator {
    return this.panel.getByRole('application');
  }

  /** The announcement of the event under the keyboard cursor. */
  get announced(): Locator {
    return this.panel.getByRole('status').filter({ hasText: 'Duration' });
  }

  async isLive(): Promise<void> {
    await expect(this.toolbar.getByText('Live', { exact: true })).toBeVisible();
    await expect(this.canvas).toBeVisible();
  }

  async showAll(): Promise<void> {
    await this.toolbar.getByRole('button', { name: 'Show all' }).click();
  }

  async tab(name: 'Analysis' | 'Statistics' | 'Events' | 'Find' | 'Compare'): Promise<void> {
    await this.panel.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }

  get findings(): Locator {
    return this.panel.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  }

  get worst(): Locator {
    return this.panel.getByRole('region', { name: 'Worst writes' }).getByRole('button');
  }

  /** A row of the table with this caption prefix. */
  row(caption: string, name: string | RegExp): Locator {
    return this.panel.getByRole('table', { name: new RegExp(`^${caption}`) }).getByRole('row', { name });
  }

  /** The first figure of such a row: the number of events. */
  count(caption: string, name: string | RegExp): Locator {
    return this.row(caption, name).getByRole('cell').first();
  }

  async export(item: string | RegExp): Promise<void> {
    await this.toolbar.getByRole('button', { name: 'Export' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  async view(item: string): Promise<void> {
    await this.toolbar.getByRole('button', { name: 'View' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  async openFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.panel.getByLabel('I/O recording file').setInputFiles(file);
  }

  get grid(): Locator {
    return this.panel.getByRole('grid');
  }
}
