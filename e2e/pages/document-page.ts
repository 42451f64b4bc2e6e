import { expect, type Locator, type Page } from '@playwright/test';
import { editorLines, replaceFocusedText } from './editor.ts';

/** A document in its editor. */
export class DocumentPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  async ready(): Promise<void> {
    await expect(this.panel.locator('.monaco-editor .view-line').first()).toBeVisible();
  }

  /** Replaces the complete text, like a paste. */
  async replaceText(text: string): Promise<void> {
    await editorLines(this.panel).click();
    await replaceFocusedText(this.page, text);
  }

  /** Saves a stored document: Enter confirms the comparison. */
  async save(): Promise<void> {
    await this.panel.getByRole('button', { name: /^Save/ }).click();
    await this.confirmChanges();
  }

  async confirmChanges(): Promise<void> {
    const dialog = this.changes();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeFocused();
    await this.page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }

  /** The comparison before a save. */
  changes(): Locator {
    return this.page.getByRole('dialog', { name: /^Unsaved changes of / });
  }

  /** The merge after a conflict. */
  merge(): Locator {
    return this.page.getByRole('dialog', { name: /^Merge / });
  }

  async expectSaved(): Promise<void> {
    const toolbar = this.panel.getByRole('toolbar', { name: 'Document' });
    await expect(toolbar.getByText('unsaved', { exact: true })).toBeHidden();
    await expect(toolbar.getByRole('button', { name: /^Save/ })).toBeDisabled();
  }

  /** The form of a date in the metadata. */
  date(title: 'Archive at' | 'Expires' | 'Refresh'): Locator {
    return this.panel.getByRole('group', { name: new RegExp(`^${title}`) });
  }

  archiveField(): Locator {
    return this.date('Archive at').getByLabel('Local time');
  }

  metadata(): Locator {
    return this.panel.getByRole('region', { name: 'Metadata' });
  }

  /** A row of the metadata. */
  property(name: string): Locator {
    return this.metadata().getByRole('listitem').filter({ hasText: name });
  }

  attachments(): Locator {
    return this.panel.getByRole('region', { name: 'Attachments' });
  }

  /** Like a selection in the system's file dialog. */
  async attach(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.attachments().getByLabel('Files to attach').setInputFiles(file);
  }

  /** An action of an attachment's menu. */
  async withAttachment(name: string, action: string): Promise<void> {
    await this.attachments()
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  revisions(): Locator {
    return this.panel.getByRole('region', { name: 'Revisions' });
  }

  conflict(): Locator {
    return this.panel.getByRole('alert', { name: 'Conflict' });
  }

  /** The text of the editor, line by line, as far as visible. */
  visibleText(): Locator {
    return editorLines(this.panel);
  }
}
