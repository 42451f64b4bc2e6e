import { expect, type Locator, type Page } from '@playwright/test';
import type { Shell } from './shell.ts';

/** The screen of recordings: the list, an open recording, a comparison, and their dialogs. */
export class RecordingsPage {
  readonly panel: Locator;
  private readonly page: Page;

  private constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  static async open(shell: Shell): Promise<RecordingsPage> {
    await shell.command('Open a recording of a server');
    const panel = shell.panel();
    await expect(panel.getByLabel('Recording file')).toBeAttached();
    return new RecordingsPage(shell.page, panel);
  }

  get empty(): Locator {
    return this.panel.getByText('Record what a server does', { exact: true });
  }

  get running(): Locator {
    return this.panel.getByRole('list', { name: 'Running recordings' });
  }

  runningOf(connection: string): Locator {
    return this.running.getByRole('article', { name: `Recording of ${connection}` });
  }

  get stored(): Locator {
    return this.panel.getByRole('grid', { name: 'Stored recordings' });
  }

  /** Without the header. */
  get storedRows(): Locator {
    return this.stored.getByRole('row').filter({ hasText: '.rookery' });
  }

  get toolbar(): Locator {
    return this.panel.getByRole('toolbar', { name: 'Recordings' });
  }

  get openFile(): Locator {
    return this.panel.getByRole('toolbar', { name: 'Recording', exact: true });
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** `option`: how its name begins. */
  async choose(dialog: Locator, label: string, option: string): Promise<void> {
    await dialog.getByRole('combobox', { name: new RegExp(`^${label} `) }).click();
    // An option can have a hint.
    await this.page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
  }

  async startDialog(): Promise<Locator> {
    await this.panel.getByRole('button', { name: 'Record…' }).click();
    const dialog = this.dialog('Record a server');
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /** Nothing of a form is scrolled away, and its last button is in the window. */
  async mustShowEverything(form: Locator): Promise<void> {
    const hidden = await form.evaluate((dialog) =>
      [...dialog.querySelectorAll('form > div')].map((part) => part.scrollHeight - part.clientHeight),
    );
    expect(Math.max(...hidden), 'pixels to scroll').toBeLessThanOrEqual(0);
    await expect(form.getByRole('button').last()).toBeInViewport({ ratio: 1 });
  }

  /** An action of the open recording. */
  async act(action: string): Promise<void> {
    await this.openFile.getByRole('button', { name: 'Actions' }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  async showList(): Promise<void> {
    await this.openFile.getByRole('button', { name: 'All recordings' }).click();
    await expect(this.stored).toBeVisible();
  }
}
