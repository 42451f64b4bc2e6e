import { expect, type Locator, type Page } from '@playwright/test';

/** The live figures of a server and what changed. */
export class OverviewPage {
  readonly page: Page;
  readonly panel: Locator;
  readonly changes: Locator;

  constructor(page: Page, panel: Locator) {
    this.page = page;
    this.panel = panel;
    this.changes = panel.getByRole('region', { name: 'What changed?' });
  }

  tile(title: string): Locator {
    return this.panel.getByRole('region', { name: title, exact: true });
  }

  /** The button of a figure, which shows its value and opens the screen that explains it. */
  figure(tile: string, label: string, value = '\\d'): Locator {
    return this.tile(tile).getByRole('button', { name: new RegExp(`^${label} .*${value}`) });
  }

  async live(): Promise<void> {
    await expect(this.panel.getByText('Live', { exact: true })).toBeVisible();
  }

  /** Waits until there are samples of both spans. */
  async compared(): Promise<void> {
    await expect(this.changes.getByRole('status')).toContainText(/clear change/, { timeout: 90_000 });
  }

  /** Clicks in the chart of a figure, at a share of its width. */
  async pick(chart: string, share: number): Promise<void> {
    const drawing = this.panel.getByRole('img', { name: new RegExp(`^${chart}`) }).first();
    const box = await drawing.boundingBox();
    if (!box) throw new Error(`The chart of ${chart} is not visible.`);
    await drawing.click({ position: { x: box.width * share, y: box.height / 2 } });
  }
}
