import type { Locator } from '@playwright/test';

/** The list of connections. */
export class ConnectionsPage {
  private readonly list: Locator;

  constructor(list: Locator) {
    this.list = list;
  }

  row(name: string): Locator {
    return this.list.getByRole('listitem').filter({ has: this.list.page().getByText(name, { exact: true }) });
  }

  /** The colour of the mark beside the name. */
  colour(name: string): Promise<string> {
    return this.row(name)
      .locator('[class*="dot"]')
      .first()
      .evaluate((dot) => getComputedStyle(dot).backgroundColor);
  }
}
