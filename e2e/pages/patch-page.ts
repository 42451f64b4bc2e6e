import { expect, type Locator, type Page } from '@playwright/test';
import { editorLines, replaceFocusedText } from './editor.ts';

export class PatchPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  async write(text: string): Promise<void> {
    await editorLines(this.panel).click();
    await replaceFocusedText(this.page, text);
  }

  /** The text of the editor, as far as visible. */
  visibleText(): Locator {
    return editorLines(this.panel);
  }

  async choose(label: 'Action' | 'Target' | 'When a document fails', option: string): Promise<void> {
    await this.panel.getByLabel(label, { exact: true }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
  }

  ids(): Locator {
    return this.panel.getByLabel('Document ids');
  }

  async limitTo(perSecond: number): Promise<void> {
    await this.panel.getByLabel('Max documents per second').fill(String(perSecond));
  }

  testButton(): Locator {
    return this.panel.getByRole('button', { name: /^(Test|Preview)$/ });
  }

  runButton(): Locator {
    return this.panel.getByRole('button', { name: /^(Run patch…|Delete…)$/ });
  }

  /** Tests, and waits for the samples. */
  async test(): Promise<void> {
    await this.testButton().click();
    await expect(this.samples().getByText('Nothing was written.')).toBeVisible({ timeout: 30_000 });
  }

  samples(): Locator {
    return this.panel.getByRole('navigation', { name: 'Tested documents' });
  }

  detail(id: string): Locator {
    return this.panel.getByRole('region', { name: `Test of ${id}` });
  }

  /** Opens the confirmation. */
  async openRun(verb: 'Patch' | 'Delete', count: number): Promise<Locator> {
    await this.runButton().click();
    const documents = `${count.toLocaleString('en')} ${count === 1 ? 'document' : 'documents'}`;
    const dialog = this.page.getByRole('dialog', { name: `${verb} ${documents}?` });
    await expect(dialog).toBeVisible({ timeout: 30_000 });
    return dialog;
  }

  async run(verb: 'Patch' | 'Delete', count: number): Promise<void> {
    const dialog = await this.openRun(verb, count);
    await this.confirm(dialog, verb);
  }

  async confirm(dialog: Locator, verb: 'Patch' | 'Delete'): Promise<void> {
    await dialog.getByRole('button', { name: new RegExp(`^${verb} `) }).click();
    await expect(dialog).toBeHidden({ timeout: 30_000 });
  }

  progress(): Locator {
    return this.panel.getByRole('region', { name: 'Progress' });
  }

  result(): Locator {
    return this.panel.getByRole('region', { name: 'Result' });
  }

  async expectResult(text: string | RegExp): Promise<void> {
    await expect(this.result().getByRole('status')).toContainText(text, { timeout: 60_000 });
  }
}
