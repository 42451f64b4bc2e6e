import { expect, type Locator, type Page } from '@playwright/test';

/** The list of indexes and its panels. */
export class IndexesPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
  }

  grid(): Locator {
    return this.panel.getByRole('grid', { name: 'Indexes', exact: true });
  }

  row(name: string): Locator {
    return this.grid()
      .getByRole('row')
      .filter({ has: this.page.locator(`[data-document="${name}"]`) });
  }

  /** The cells of an index below the columns “Entries on A” and so on. */
  async entriesByNode(name: string, nodes: readonly string[]): Promise<readonly string[]> {
    const titles = await this.grid().getByRole('columnheader').allInnerTexts();
    const cells = await this.row(name).getByRole('gridcell').allInnerTexts();
    return nodes.map((node) => cells[titles.indexOf(`Entries on ${node}`)] ?? '');
  }

  /** The counts of an index that differ between nodes. */
  markedCounts(name: string): Locator {
    return this.row(name).locator('[class*="mismatch"]');
  }

  /** The notice about counts that differ between nodes. */
  mismatch(): Locator {
    return this.panel.getByRole('alert').filter({ hasText: 'differ between nodes' });
  }

  filter(label: string): Locator {
    return this.panel
      .getByRole('group', { name: 'Filter by state' })
      .getByRole('button', { name: new RegExp(`^${label}`) });
  }

  async search(text: string): Promise<void> {
    await this.panel.getByRole('searchbox', { name: 'Search indexes' }).fill(text);
  }

  async select(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.row(name).getByRole('checkbox').check();
  }

  /** Runs an entry of the context menu of an index, or of one of its submenus. */
  async run(name: string, entry: string, submenu?: 'Priority' | 'Lock mode'): Promise<void> {
    await this.row(name).locator(`[data-document="${name}"]`).click({ button: 'right' });
    if (submenu !== undefined) await this.page.getByRole('menuitem', { name: submenu }).click();
    // The accessible name ends with the shortcut.
    const pattern = new RegExp(`^${entry}( Delete| Enter)?$`);
    await this.page.getByRole('menuitem', { name: pattern }).click();
  }

  /** The context menu of an index, to look at. */
  async menu(name: string): Promise<Locator> {
    await this.row(name).locator(`[data-document="${name}"]`).click({ button: 'right' });
    const menu = this.page.getByRole('menu');
    await expect(menu).toBeVisible();
    return menu;
  }

  async findDependents(id: string): Promise<void> {
    await this.panel.getByRole('textbox', { name: 'Document id' }).fill(id);
    await this.panel.getByRole('button', { name: 'Find dependents' }).click();
  }

  /** Makes an index the current one, whose panels are shown. */
  async current(name: string): Promise<void> {
    await this.row(name).getByRole('gridcell').nth(2).click();
  }

  async findGroups(id: string): Promise<void> {
    await this.panel.getByRole('textbox', { name: 'Groups of document' }).fill(id);
    await this.panel.getByRole('button', { name: 'Find groups' }).click();
  }

  dependents(): Locator {
    return this.panel.getByRole('grid', { name: 'Dependent indexes' });
  }

  async openTab(name: string): Promise<void> {
    await this.panel
      .getByRole('tablist', { name: 'Index panels' })
      .getByRole('tab', { name: new RegExp(`^${name}`) })
      .click();
  }
}
