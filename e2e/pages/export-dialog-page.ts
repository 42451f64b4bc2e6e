import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type ElectronApplication, type Locator, type Page } from '@playwright/test';

/** The dialog that writes complete results. In Electron, a stub of the system's save dialog returns the path. */
export class ExportDialogPage {
  readonly element: Locator;
  private readonly page: Page;
  private readonly electronApp: ElectronApplication | undefined;
  private readonly folder: string;

  constructor(page: Page, parts: { electronApp: ElectronApplication | undefined; folder: string }) {
    this.page = page;
    this.element = page.getByRole('dialog', { name: /^Export / });
    this.electronApp = parts.electronApp;
    this.folder = parts.folder;
  }

  /** Every save dialog of Electron chooses the suggested name with a number in the folder of the test. */
  async prepare(): Promise<void> {
    if (!this.electronApp) return;
    await mkdir(this.folder, { recursive: true });
    await this.electronApp.evaluate(({ dialog }, folder) => {
      let count = 0;
      Object.assign(dialog, {
        showSaveDialog: (_window: unknown, options: { defaultPath: string }) => {
          const name = options.defaultPath.split('/').at(-1) ?? '';
          count++;
          return Promise.resolve({ canceled: false, filePath: `${folder}/${count}-${name}` });
        },
      });
    }, this.folder);
  }

  async choose(label: string, option: RegExp): Promise<void> {
    await this.element.getByLabel(label).click();
    await this.page.getByRole('option', { name: option }).click();
  }

  get button(): Locator {
    return this.element.getByRole('button', { name: /^Export( again)?$/ });
  }

  /** Exports and returns the path of the finished file. `press` activates the button. */
  async export(press = (): Promise<void> => this.button.click()): Promise<string> {
    if (!this.electronApp) {
      const download = this.page.waitForEvent('download');
      await press();
      const path = await (await download).path();
      await expect(this.element.getByRole('status').filter({ hasText: /exported/ })).toBeVisible();
      return path;
    }
    const before = new Set(await readdir(this.folder));
    await press();
    const added = async (): Promise<string[]> =>
      (await readdir(this.folder)).filter((name) => !before.has(name) && !name.endsWith('.incomplete'));
    await expect.poll(added).toHaveLength(1);
    const path = join(this.folder, (await added())[0] ?? '');
    expect((await stat(path)).size).toBeGreaterThan(0);
    await expect(this.element.getByRole('status').filter({ hasText: /exported/ })).toBeVisible();
    return path;
  }

  async close(): Promise<void> {
    await this.element.getByRole('button', { name: 'Close' }).last().click();
    await expect(this.element).toBeHidden();
  }
}
