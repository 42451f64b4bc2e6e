import { expect, type Locator } from '@playwright/test';
import type { Shell } from './shell.ts';

/** The address for applications, the port of the sandbox, and the code of the clients. */
export class ApplicationsPage {
  readonly panel: Locator;
  readonly port: Locator;
  readonly open: Locator;
  readonly close: Locator;

  private constructor(shell: Shell) {
    this.panel = shell.panel();
    this.port = this.panel.getByRole('spinbutton', { name: 'Port' });
    this.open = this.panel.getByRole('button', { name: 'Open port' });
    this.close = this.panel.getByRole('button', { name: 'Close port' });
  }

  static async show(shell: Shell): Promise<ApplicationsPage> {
    await shell.command('Connect an application');
    const page = new ApplicationsPage(shell);
    await expect(page.panel.getByRole('heading', { name: 'Connect with an official client' })).toBeVisible();
    return page;
  }

  /** The address that is shown, once the port is open. */
  async url(): Promise<string> {
    await expect(this.panel.getByRole('heading', { name: 'The port is open' })).toBeVisible();
    return await this.panel.locator('code').first().innerText();
  }

  code(language: string): Locator {
    return this.panel.getByLabel(`${language} code`);
  }
}
