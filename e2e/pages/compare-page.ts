import { expect, type Locator, type Page } from '@playwright/test';

export class ComparePage {
  readonly page: Page;
  readonly panel: Locator;
  readonly findings: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
    this.findings = panel.getByRole('region', { name: 'Findings' });
  }

  async chooseRight(server: string, database: string): Promise<void> {
    await this.panel.getByLabel('Right server').click();
    await this.page.getByRole('option', { name: new RegExp(`^${server}`) }).click();
    await this.panel.getByLabel('Right database').click();
    await this.page.getByRole('option', { name: database, exact: true }).click();
    await expect(this.findings).toBeVisible();
  }

  async show(tab: 'Statistics' | 'Collections' | 'Indexes' | 'Settings' | 'Documents'): Promise<void> {
    await this.panel.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  }

  finding(text: string | RegExp): Locator {
    return this.findings.getByRole('listitem').filter({ hasText: text });
  }

  mismatch(): Locator {
    return this.findings.getByRole('alert');
  }

  row(grid: string, subject: string, value: string): Locator {
    return this.panel
      .getByRole('grid', { name: grid })
      .getByRole('row')
      .filter({ has: this.page.getByRole('gridcell', { name: subject, exact: true }) })
      .filter({ has: this.page.getByRole('gridcell', { name: value, exact: true }) });
  }

  document(id: string): Locator {
    return this.panel
      .getByRole('grid', { name: 'Differing documents' })
      .getByRole('row')
      .filter({ has: this.page.getByRole('gridcell', { name: id, exact: true }) });
  }

  async compareDocuments(extent: 'Newest of each collection' | 'All documents'): Promise<void> {
    await this.show('Documents');
    await this.panel.getByRole('combobox', { name: /^Documents/ }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${extent}`) }).click();
    await this.panel.getByRole('button', { name: 'Compare documents' }).click();
  }

  /** The sentence about the compared documents. */
  summary(): Locator {
    return this.panel.getByRole('region', { name: 'Documents' }).getByRole('status');
  }
}
