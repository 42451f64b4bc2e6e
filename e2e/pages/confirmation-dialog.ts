import { expect, type Locator, type Page } from '@playwright/test';

/** The dialog that takes the code from the terminal. */
export class ConfirmationDialog {
  private readonly page: Page;
  private readonly terminal: (() => string) | undefined;

  constructor(page: Page, terminal: (() => string) | undefined) {
    this.page = page;
    this.terminal = terminal;
  }

  dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Confirm in the terminal' });
  }

  field(): Locator {
    return this.dialog().getByLabel('Code');
  }

  /** The code for the question that the page shows, as read from the terminal. */
  async code(): Promise<string> {
    const { terminal } = this;
    if (!terminal) throw new Error('This program has no terminal: it shows a dialog of the system.');
    await expect(this.dialog()).toBeVisible();
    const codes = [...terminal().matchAll(/^Code (\d{6}) allows: /gm)];
    const code = codes.at(-1)?.[1];
    if (code === undefined) throw new Error(`The terminal shows no code.\n${terminal()}`);
    return code;
  }

  async type(code: string): Promise<void> {
    await this.field().fill(code);
    await this.dialog().getByRole('button', { name: 'Confirm' }).click();
  }

  async confirm(): Promise<void> {
    await this.type(await this.code());
    await expect(this.dialog()).toBeHidden();
  }
}
