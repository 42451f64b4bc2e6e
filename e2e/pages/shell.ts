import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { SANDBOX_ID } from '../../src/contract/index.ts';
import { prepareDatabase, type DatabaseContents } from '../environment/prepared-database.ts';
import {
  callFromSecondClient,
  requestFromSecondClient,
  type SecondClientResponse,
} from '../environment/second-client.ts';
import { ConfirmationDialog } from './confirmation-dialog.ts';
import { ActivityPage } from './activity-page.ts';
import { BackupsPage } from './backups-page.ts';
import { ClusterPage } from './cluster-page.ts';
import { ComparePage } from './compare-page.ts';
import { DocumentPage } from './document-page.ts';
import { DocumentsPage } from './documents-page.ts';
import { editorLines } from './editor.ts';
import { IndexesPage } from './indexes-page.ts';
import { IoPage } from './io-page.ts';
import { OverviewPage } from './overview-page.ts';
import { PatchPage } from './patch-page.ts';
import { QueryPage } from './query-page.ts';
import { StoragePage } from './storage-page.ts';
import { SubscriptionsPage } from './subscriptions-page.ts';
import { TransferPage } from './transfer-page.ts';

const connectionList = z.object({
  connections: z.array(z.object({ connection: z.object({ id: z.string(), name: z.string() }) })),
});

/** As the form names the modes. */
export type Access = 'Read-only' | 'Guarded' | 'Full';

/** The frame around the screens: title strip, rail, tabs. */
export class Shell {
  readonly page: Page;
  private connection: string;

  /** The folder of Electron's downloads; a browser reports downloads itself. */
  private readonly downloads: string | undefined;
  readonly confirmation: ConfirmationDialog;

  constructor(page: Page, parts: { downloads?: string; terminal?: () => string; connection?: string } = {}) {
    this.page = page;
    this.connection = parts.connection ?? SANDBOX_ID;
    this.downloads = parts.downloads;
    this.confirmation = new ConfirmationDialog(page, parts.terminal);
  }

  /** The file that an action downloads; `ending` is the end of its name; a partial file has another. */
  async downloaded(action: () => Promise<void>, ending = '.json'): Promise<string> {
    const { downloads } = this;
    if (downloads === undefined) {
      const download = this.page.waitForEvent('download');
      await action();
      return (await download).path();
    }
    const before = new Set(await readdir(downloads));
    const added = async (): Promise<string[]> =>
      (await readdir(downloads)).filter((name) => !before.has(name));
    await action();
    await expect.poll(async () => (await added()).filter((name) => name.endsWith(ending)).length).toBe(1);
    const [name = ''] = await added();
    return join(downloads, name);
  }

  async ready(): Promise<void> {
    await expect(this.rail()).toBeVisible();
  }

  private rail(): Locator {
    return this.page.getByRole('navigation', { name: 'Screens' });
  }

  /** The content of the active tab. Inactive tabs stay in the page, hidden. */
  panel(): Locator {
    return this.page.getByRole('main').locator('section:visible').first();
  }

  private async open(label: string): Promise<Locator> {
    await this.rail().getByRole('button', { name: label, exact: true }).click();
    await expect(
      this.page.getByRole('tab', { name: new RegExp(`^${label}`), selected: true }).first(),
    ).toBeVisible();
    return this.panel();
  }

  /** A screen of a disabled database: none of its controls is shown. */
  openDisabled(label: string): Promise<Locator> {
    return this.open(label);
  }

  openDashboard(): Promise<Locator> {
    return this.open('Dashboard');
  }

  async openDocuments(): Promise<DocumentsPage> {
    const panel = await this.open('Documents');
    await expect(panel.getByRole('navigation', { name: 'Collections' })).toBeVisible();
    return new DocumentsPage(this.page, panel);
  }

  async openQuery(): Promise<QueryPage> {
    const panel = await this.open('Query');
    await expect(editorLines(panel)).toBeVisible();
    return new QueryPage(this.page, panel);
  }

  async openIndexes(): Promise<IndexesPage> {
    return new IndexesPage(this.page, await this.open('Indexes'));
  }

  async openPatch(): Promise<PatchPage> {
    const panel = await this.open('Patch');
    await expect(panel.getByRole('toolbar', { name: 'Patch' })).toBeVisible();
    return new PatchPage(this.page, panel);
  }

  /** The patch screen that another screen opened. */
  async openedPatch(): Promise<PatchPage> {
    const panel = this.panel();
    await expect(panel.getByRole('toolbar', { name: 'Patch' })).toBeVisible();
    return new PatchPage(this.page, panel);
  }

  async openTransfer(): Promise<TransferPage> {
    const panel = await this.open('Import/Export');
    await expect(panel.getByRole('tab', { name: /^Export/ })).toBeVisible();
    return new TransferPage(this.page, panel);
  }

  async openBackups(): Promise<BackupsPage> {
    return new BackupsPage(this.page, await this.open('Backups'));
  }

  async openSubscriptions(): Promise<SubscriptionsPage> {
    return new SubscriptionsPage(this.page, await this.open('Subscriptions'));
  }

  async openCompare(): Promise<ComparePage> {
    return new ComparePage(this.page, await this.open('Compare'));
  }

  async openCluster(): Promise<ClusterPage> {
    return new ClusterPage(this.page, await this.open('Cluster'));
  }

  async openStorage(): Promise<StoragePage> {
    return new StoragePage(this.page, await this.open('Storage'));
  }

  async openIo(): Promise<IoPage> {
    return new IoPage(this.page, await this.open('I/O'));
  }

  async openOverview(): Promise<OverviewPage> {
    return new OverviewPage(this.page, await this.open('Overview'));
  }

  async openActivity(): Promise<ActivityPage> {
    return new ActivityPage(this.page, await this.open('Activity'));
  }

  openMemory(): Promise<Locator> {
    return this.open('Memory');
  }

  openThreads(): Promise<Locator> {
    return this.open('Threads');
  }

  async openSettings(): Promise<Locator> {
    const panel = await this.open('Settings');
    await expect(
      panel.getByRole('region', { name: 'Data archival' }).getByRole('button', { name: 'Save' }),
    ).toBeVisible();
    return panel;
  }

  async document(id: string): Promise<DocumentPage> {
    const panel = this.panel();
    await expect(panel.getByRole('heading', { name: id })).toBeVisible();
    return new DocumentPage(this.page, panel);
  }

  async openPalette(): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    // A key that is pressed while the first screen is still loading is lost.
    await expect(async () => {
      if (!(await dialog.isVisible())) await this.page.keyboard.press('ControlOrMeta+k');
      await expect(dialog).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 15_000 });
  }

  /** Runs a command by name through the palette. */
  async command(words: string): Promise<void> {
    await this.openPalette();
    await this.page.keyboard.insertText(`>${words}`);
    const palette = this.page.getByRole('dialog', { name: 'Find anything' });
    await expect(palette.getByRole('option', { selected: true })).toContainText(words);
    await this.page.keyboard.press('Enter');
  }

  async openConnections(): Promise<Locator> {
    await this.page.getByRole('button', { name: /^Connection: / }).click();
    await this.page.getByText('Manage', { exact: true }).click();
    return this.page.getByRole('main');
  }

  async openAddServer(): Promise<Locator> {
    const main = await this.openConnections();
    await main.getByRole('button', { name: 'Add server' }).first().click();
    const dialog = this.page.getByRole('dialog', { name: 'Add server' });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /** Fills the form and leaves it open. */
  async fillServer(name: string, url: string, access: Access = 'Read-only'): Promise<Locator> {
    const dialog = await this.openAddServer();
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByLabel('Name').fill(name);
    if (access !== 'Read-only') {
      await dialog.getByLabel('Access').click();
      await this.page.getByRole('option', { name: new RegExp(`^${access}`) }).click();
    }
    return dialog;
  }

  /** What is more than reading is confirmed with the code from the terminal. */
  async addServer(name: string, url: string, access: Access = 'Read-only'): Promise<void> {
    const dialog = await this.fillServer(name, url, access);
    await dialog.getByRole('button', { name: 'Add server' }).click();
    if (access !== 'Read-only') await this.confirmation.confirm();
    await expect(dialog).toBeHidden();
  }

  /** Adds a server and connects to it. */
  async connectTo(name: string, url: string, access: Access = 'Read-only'): Promise<void> {
    await this.addServer(name, url, access);
    await this.switchTo(name);
  }

  /** Switches to another connection of the list. */
  async switchTo(name: string): Promise<void> {
    await this.chooseConnection(name);
    const { connections } = connectionList.parse(
      await callFromSecondClient(this.page, 'connections.list', {}),
    );
    const found = connections.find(({ connection }) => connection.name === name);
    if (!found) throw new Error(`The connection ${name} is not in the list.`);
    this.connection = found.connection.id;
  }

  /** Lowers the access of the current connection, which needs no confirmation. */
  async restrictTo(mode: 'read-only' | 'guarded'): Promise<void> {
    await callFromSecondClient(this.page, 'connections.setMode', { id: this.connection, mode });
    await expect(
      this.page.getByRole('banner').getByText(mode === 'guarded' ? 'Guarded' : 'Read-only'),
    ).toBeVisible();
  }

  private async chooseConnection(name: string): Promise<void> {
    const switcher = this.page.getByRole('button', { name: /^Connection: / });
    if ((await switcher.getAttribute('aria-label')) === `Connection: ${name}`) return;
    await switcher.click();
    await this.page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await expect(this.page.getByRole('button', { name: `Connection: ${name}` })).toBeVisible();
  }

  /** For the database that the dashboard shows; named where that is required. */
  async openDeleteDatabase(name: string): Promise<Locator> {
    const main = await this.openDashboard();
    await main.getByRole('button', { name: 'Delete…' }).click();
    const dialog = this.page.getByRole('dialog', { name: `Delete ${name}?` });
    await expect(dialog).toBeVisible();
    // Only a loaded database is known to be empty; any other has to be named.
    const typed = dialog.getByRole('textbox');
    if (await typed.isVisible()) await typed.fill(name);
    return dialog;
  }

  /** As a user does it. Takes seconds; tests of other screens use `createDatabase`. */
  async createDatabaseInDialog(name: string, options: { sampleData: boolean }): Promise<void> {
    const main = await this.openDashboard();
    const first = main.getByRole('button', {
      name: options.sampleData ? /^Create a database with sample data/ : /^Create an empty database/,
    });
    const further = main.getByRole('button', { name: 'Create database', exact: true });
    await first.or(further).first().click();
    const dialog = this.page.getByRole('dialog', { name: 'Create database' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox').setChecked(options.sampleData);
    await dialog.getByRole('button', { name: 'Create database' }).click();
    await expect(dialog).toBeHidden();
    if (options.sampleData) {
      await expect(this.page.getByText(`Added 785 sample documents to ${name}`)).toBeVisible();
      await this.page
        .getByRole('region', { name: 'Messages' })
        .getByRole('button', { name: 'Dismiss' })
        .click();
    }
    await expect(this.page.getByRole('button', { name: `Database: ${name}` })).toBeVisible();
  }

  /** Creates a database without the window, and selects it there. */
  async createDatabase(name: string, contents: DatabaseContents): Promise<void> {
    await prepareDatabase((...request) => this.requestBehindTheBack(...request), name, contents);
    await this.chooseDatabase(name);
  }

  async chooseDatabase(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^(Select a database|Database: )/ }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await expect(this.page.getByRole('button', { name: `Database: ${name}` })).toBeVisible();
  }

  /** The state to restore, as the host holds it. */
  savedWorkspace(): Promise<unknown> {
    return callFromSecondClient(this.page, 'workspace.load', {});
  }

  /** Waits until the state to restore has reached the host. */
  async workspaceHolds(text: string): Promise<void> {
    await expect.poll(async () => JSON.stringify(await this.savedWorkspace())).toContain(text);
  }

  async useTheme(theme: 'dark' | 'light'): Promise<void> {
    await this.page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
  }

  requestBehindTheBack(method: string, path: string, body?: unknown): Promise<SecondClientResponse> {
    return requestFromSecondClient(this.page, {
      connection: this.connection,
      method,
      path,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async writeBehindTheBack(database: string, id: string, document: unknown): Promise<void> {
    const { status, body } = await this.requestBehindTheBack(
      'PUT',
      `/databases/${database}/docs?id=${encodeURIComponent(id)}`,
      document,
    );
    expect(status, body).toBe(201);
  }

  async readBehindTheBack(database: string, id: string): Promise<string> {
    return (
      await this.requestBehindTheBack('GET', `/databases/${database}/docs?id=${encodeURIComponent(id)}`)
    ).body;
  }
}
