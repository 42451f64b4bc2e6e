import { expect, type Locator, type Page } from '@playwright/test';

/** The wizard “Reproduce in the sandbox”. */
export class ReproducePage {
  readonly dialog: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Reproduce in the sandbox' });
  }

  async expectStep(name: 'Choose sample' | 'Estimate' | 'Copy' | 'Compare'): Promise<void> {
    const steps = this.dialog.getByRole('list', { name: 'Steps', exact: true });
    await expect(steps.locator('[aria-current="step"]')).toContainText(name);
  }

  async chooseSample(kind: 'Matching' | 'Newest' | 'Random', count: number): Promise<void> {
    await this.dialog.getByRole('combobox', { name: /^Sample/ }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${kind} documents`) }).click();
    await this.dialog.getByLabel('Maximum documents').fill(String(count));
  }

  async mask(fields: string): Promise<void> {
    await this.dialog.getByLabel('Masked fields').fill(fields);
  }

  /** Presses a button of the footer; the cross in the title is named Close too. */
  async press(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).last().click();
  }

  /** The plan of one side. */
  plan(side: string): Locator {
    return this.dialog.getByRole('region', { name: `Plan, ${side}` }).getByRole('tree');
  }

  comparison(): Locator {
    return this.dialog.getByRole('region', { name: 'Comparison' });
  }
}
