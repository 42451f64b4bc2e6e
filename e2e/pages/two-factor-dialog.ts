import type { Locator, Page } from '@playwright/test';

/** The dialog that takes a two-factor code, and the session in the status bar. */
export class TwoFactorDialog {
  readonly dialog: Locator;
  readonly code: Locator;
  readonly status: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: /^(Two-factor code for|Renew the session of) / });
    this.code = this.dialog.getByLabel('Code', { exact: true });
    this.status = page.getByRole('contentinfo').getByRole('button', { name: /sign in|session|signed in/i });
  }

  /** Types or pastes the code and submits it with Enter. */
  async enter(code: string): Promise<void> {
    await this.code.fill(code);
    await this.code.press('Enter');
  }

  async choose(item: 'Renew session…' | 'Sign out'): Promise<void> {
    await this.status.click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }
}
