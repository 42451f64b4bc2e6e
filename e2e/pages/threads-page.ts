import { expect, type Locator, type Page } from '@playwright/test';

export type ThreadsTab = 'Live' | 'Stacks' | 'Profile' | 'Compare';

/** The threads screen: its tabs, and the views of a capture. */
export class ThreadsPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  async tab(name: ThreadsTab): Promise<void> {
    await this.panel.getByRole('tab', { name, exact: true }).click();
    await expect(this.panel.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
  }

  toolbar(name: string): Locator {
    return this.panel.getByRole('toolbar', { name });
  }

  async capture(): Promise<void> {
    await this.toolbar('Stacks').getByRole('button', { name: 'Capture stacks' }).click();
    await expect(this.facts()).toBeVisible({ timeout: 60_000 });
    await expect(this.panel.getByRole('button', { name: 'Cancel' })).toBeHidden();
  }

  async profile(captures: number, everyMs: number): Promise<void> {
    const toolbar = this.toolbar('Profile');
    await toolbar.getByLabel('Number of captures').fill(String(captures));
    await toolbar.getByLabel('Milliseconds between captures').fill(String(everyMs));
    await toolbar.getByLabel('Milliseconds between captures').press('Tab');
    await toolbar.getByRole('button', { name: 'Profile', exact: true }).click();
    await expect(this.facts()).toContainText('sample', { timeout: 60_000 });
  }

  async openFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.panel.getByLabel('Stack capture file').setInputFiles(file);
    await expect(this.facts()).toBeVisible({ timeout: 60_000 });
  }

  /** The facts of the capture. */
  facts(): Locator {
    return this.panel.getByRole('status').filter({ hasText: /different stack/ });
  }

  async show(label: RegExp): Promise<void> {
    await this.panel.getByRole('button', { name: label }).first().click();
  }

  async search(words: string): Promise<void> {
    await this.panel.getByPlaceholder(/^Search .*frames…$/).fill(words);
  }

  /** The rows of the live table of this target; the first is the header. */
  liveRows(whose: string): Locator {
    return this.panel.getByRole('grid', { name: new RegExp(`^Threads of .*${whose}`) }).getByRole('row');
  }

  async filterLive(words: string): Promise<void> {
    await this.panel.getByPlaceholder('Filter by name, id, state…').fill(words);
  }

  /** Selects another process by filter words. */
  async aimAt(words: string): Promise<void> {
    const dialog = await this.openProcesses();
    await dialog.getByPlaceholder(/^Filter by name/).fill(words);
    await dialog.getByRole('grid', { name: 'Processes' }).getByRole('row').nth(1).click();
    await dialog.getByRole('button', { name: 'Select process' }).click();
    await expect(dialog).toBeHidden();
  }

  async openProcesses(): Promise<Locator> {
    await this.panel.getByRole('combobox', { name: /Process/ }).click();
    await this.page.getByRole('option', { name: /Another process/ }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Select a process' });
    await expect(dialog.getByRole('grid', { name: 'Processes' }).getByRole('row').nth(1)).toBeVisible();
    return dialog;
  }
}
