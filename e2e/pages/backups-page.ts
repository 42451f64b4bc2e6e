import { expect, type Locator, type Page } from '@playwright/test';

type View = 'Back up now' | 'Existing backups' | 'Scheduled backups';

export class BackupsPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  /** False where the server has no requests of backups. */
  async available(): Promise<boolean> {
    const tabs = this.panel.getByRole('tab', { name: /^Back up now/ });
    await expect(tabs.or(this.panel.getByRole('heading', { name: /has no backups$/ }))).toBeVisible();
    return tabs.isVisible();
  }

  async show(view: View): Promise<void> {
    await this.panel.getByRole('tab', { name: new RegExp(`^${view}`) }).click();
    await expect(this.panel.getByRole('toolbar', { name: view })).toBeVisible();
  }

  folder(): Locator {
    return this.panel.getByRole('form', { name: 'Backup options' }).getByLabel('Folder on the server');
  }

  async chooseType(type: 'Backup' | 'Snapshot'): Promise<void> {
    await this.panel.getByRole('form', { name: 'Backup options' }).getByLabel('Type').click();
    await this.page.getByRole('option', { name: new RegExp(`^${type}`) }).click();
  }

  backUpButton(): Locator {
    return this.panel
      .getByRole('toolbar', { name: 'Back up now' })
      .getByRole('button', { name: 'Back up now' });
  }

  report(): Locator {
    return this.panel.getByRole('region', { name: 'Report' });
  }

  async expectReport(text: string): Promise<void> {
    await expect(this.report().getByRole('status')).toContainText(text, { timeout: 60_000 });
  }

  /** How many items of a kind were read. */
  async read(kind: string): Promise<string> {
    const row = this.report()
      .getByRole('table', { name: 'Counts by kind' })
      .getByRole('row', { name: new RegExp(`^${kind} `) });
    return row.getByRole('cell').first().innerText();
  }

  list(): Locator {
    return this.panel.getByRole('grid', { name: 'Backups' });
  }

  async openRestore(): Promise<Locator> {
    await this.panel.getByRole('button', { name: 'Restore…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Restore a backup' });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  async openSchedule(): Promise<Locator> {
    await this.panel
      .getByRole('toolbar', { name: 'Scheduled backups' })
      .getByRole('button', { name: 'Schedule backups…' })
      .click();
    const dialog = this.page.getByRole('dialog', { name: 'Schedule backups' });
    await expect(dialog).toBeVisible();
    return dialog;
  }
}
