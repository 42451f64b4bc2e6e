import { expect, type Locator } from '@playwright/test';
import type { Shell } from './shell.ts';

/** The form of the faults of the disk and the clock, and the banner that shows while some are injected. */
export class FaultInjectionPage {
  readonly panel: Locator;
  readonly apply: Locator;
  readonly banner: Locator;
  readonly #shell: Shell;

  private constructor(shell: Shell) {
    this.#shell = shell;
    this.panel = shell.panel();
    this.apply = this.panel.getByRole('button', { name: 'Apply' });
    this.banner = shell.page.getByRole('status').filter({ hasText: 'Faults are injected' });
  }

  static async open(shell: Shell): Promise<FaultInjectionPage> {
    await shell.command('Inject faults of the disk and the clock');
    return new FaultInjectionPage(shell);
  }

  number(name: string | RegExp): Locator {
    return this.panel.getByRole('spinbutton', { name });
  }

  async startFrom(preset: string): Promise<void> {
    await this.panel.getByRole('combobox', { name: /^Start from / }).click();
    await this.#shell.page.getByRole('option', { name: preset }).click();
  }

  /** Removes all, on whatever screen. */
  async removeAll(): Promise<void> {
    await this.banner.getByRole('button', { name: 'Remove all faults' }).click();
    await expect(this.banner).toBeHidden();
  }
}
