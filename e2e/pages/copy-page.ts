import { expect, type Locator, type Page } from '@playwright/test';

/** The pane Copy of the Import/Export screen. */
export class CopyPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  async choose(label: string, option: string | RegExp): Promise<void> {
    await this.panel.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: option }).click();
  }

  async toNew(connection: string, database: string): Promise<void> {
    await this.choose('Connection', new RegExp(`^${connection}`));
    await this.panel.getByRole('switch', { name: 'Create a new database' }).setChecked(true);
    await this.panel.getByRole('textbox', { name: 'New database' }).fill(database);
  }

  async toExisting(connection: string, database: string): Promise<void> {
    await this.choose('Connection', new RegExp(`^${connection}`));
    await this.panel.getByRole('switch', { name: 'Create a new database' }).setChecked(false);
    await this.choose('Database', new RegExp(`^${database}$`));
  }

  async onlyCollection(name: string): Promise<void> {
    const collections = this.panel.getByRole('group', { name: 'Collections' });
    await collections.getByRole('checkbox', { name: /^All/ }).uncheck();
    await collections.getByRole('button', { name: 'Clear selection' }).click();
    await collections.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
  }

  async newest(count: number): Promise<void> {
    await this.choose('Sample', /^Newest/);
    await this.panel.getByLabel('Number of documents').fill(String(count));
  }

  setting(name: string): Locator {
    return this.panel
      .getByRole('group', { name: 'Indexes and settings' })
      .getByRole('checkbox', { name, exact: true });
  }

  copyButton(): Locator {
    return this.panel.getByRole('toolbar', { name: 'Copy' }).getByRole('button', { name: 'Copy…' });
  }

  async estimate(): Promise<Locator> {
    await this.panel.getByRole('button', { name: 'Estimate', exact: true }).click();
    const estimate = this.panel.getByRole('region', { name: 'Estimate' });
    await expect(estimate).toBeVisible();
    return estimate;
  }

  /** Confirms the dialog of the page. */
  async start(): Promise<void> {
    await this.copyButton().click();
    const dialog = this.page.getByRole('dialog', { name: /^Copy to / });
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  progress(): Locator {
    return this.panel.getByRole('region', { name: 'Progress' });
  }

  report(): Locator {
    return this.panel.getByRole('region', { name: 'Report' });
  }

  async expectReport(text: string): Promise<void> {
    await expect(this.report().getByRole('status').first()).toContainText(text, { timeout: 60_000 });
  }

  /** Copied, skipped and rejected documents of a collection. */
  async counts(collection: string): Promise<readonly string[]> {
    const row = this.report()
      .getByRole('table', { name: 'Copied documents' })
      .getByRole('row', { name: new RegExp(`^${collection} `) });
    return (await row.getByRole('cell').allTextContents()).slice(0, 3);
  }
}
