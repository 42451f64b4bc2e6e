import { expect, type Locator, type Page } from '@playwright/test';
import { editorLines, replaceFocusedText } from './editor.ts';

/** The editor of one index. */
export class IndexEditorPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  /** A text of the index: `Map`, `Map 2`, `Reduce`. */
  text(title: string): Locator {
    return this.panel.getByRole('region', { name: title, exact: true });
  }

  /** Replaces a text, like a paste. */
  async write(title: string, text: string): Promise<void> {
    await editorLines(this.text(title)).click();
    await replaceFocusedText(this.page, text);
  }

  async name(name: string): Promise<void> {
    await this.toolbar().getByLabel('Name').fill(name);
  }

  toolbar(): Locator {
    return this.panel.getByRole('toolbar', { name: 'Index' });
  }

  async try(): Promise<void> {
    await this.toolbar().getByRole('button', { name: /^Try/ }).click();
  }

  tab(name: string): Locator {
    return this.panel.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  /** The error below a text. */
  async expectErrorAt(title: string, line: number): Promise<void> {
    const text = this.text(title);
    await expect(text.getByText(new RegExp(`^Line ${line}: `))).toBeVisible();
    await expect(text.locator('.squiggly-error').first()).toBeVisible();
    await expect(this.panel.getByRole('button', { name: `Go to ${title}, line ${line}` })).toBeVisible();
  }

  /** A stored index: through the dialog with its changes. */
  async save(): Promise<void> {
    await this.toolbar().getByRole('button', { name: /^Save/ }).click();
    await this.saveDialog().getByRole('button', { name: 'Save', exact: true }).click();
  }

  saveDialog(): Locator {
    return this.page.getByRole('dialog', { name: /^Save .+\?$/ });
  }

  async expectSaved(): Promise<void> {
    await expect(this.toolbar().getByText('unsaved', { exact: true })).toBeHidden();
    await expect(this.toolbar().getByRole('button', { name: /^Save/ })).toBeDisabled();
  }
}
