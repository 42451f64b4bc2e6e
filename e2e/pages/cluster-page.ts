import { expect, type Locator, type Page } from '@playwright/test';

/** The nodes of a cluster and its databases by node. */
export class ClusterPage {
  readonly page: Page;
  readonly panel: Locator;
  readonly findings: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
    this.findings = panel.getByRole('region', { name: 'Findings' });
  }

  async show(tab: 'Nodes' | 'Databases' | 'Tasks' | 'Observer log'): Promise<void> {
    await this.panel.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  }

  async refresh(): Promise<void> {
    const button = this.panel.getByRole('button', { name: 'Refresh' });
    await expect(button).toBeEnabled();
    await button.click();
  }

  finding(text: string | RegExp): Locator {
    return this.findings.getByRole('listitem').filter({ hasText: text });
  }

  mismatch(): Locator {
    return this.findings.getByRole('alert');
  }

  row(grid: 'Nodes' | 'Databases by node' | 'Tasks' | 'Index entries by node', cell: string): Locator {
    return this.panel
      .getByRole('grid', { name: grid, exact: true })
      .getByRole('row')
      .filter({ has: this.page.getByRole('gridcell', { name: cell, exact: true }) });
  }
}
