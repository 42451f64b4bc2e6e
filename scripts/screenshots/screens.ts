/** The screens of the tour, in the order in which they are opened. */
import { expect, type Locator } from '@playwright/test';
import type { Shell } from '../../e2e/pages/shell.ts';

export interface TourScreen {
  /** In the name of its file. */
  readonly name: string;
  /** The environment that has it; absent: both. */
  readonly only?: 'sandbox' | 'ravendb';
  /** Opened again for each picture. */
  readonly isDialog?: boolean;
  readonly open: (shell: Shell) => Promise<unknown>;
}

/** Samples arrive about every second; charts need a few. */
const SAMPLES_MS = 3000;

const QUERY =
  "from Orders where Freight > 100 and Company in ('companies/3-A', 'companies/7-A') order by OrderedAt include timings()";

async function runQuery(shell: Shell) {
  const query = await shell.openQuery();
  await query.run(QUERY);
  await query.tab('Results').click();
  await expect(query.panel.getByRole('grid')).toContainText('orders/');
  return query;
}

async function byCommand(shell: Shell, title: string, tab: string): Promise<void> {
  await shell.command(title);
  await expect(
    shell.page.getByRole('tab', { name: new RegExp(`^${tab}`), selected: true }).first(),
  ).toBeVisible();
}

/** Waits for samples, or for another request that follows later. */
async function sampled(shell: Shell, opened: Promise<unknown>): Promise<void> {
  await opened;
  await shell.page.waitForTimeout(SAMPLES_MS);
}

const filledGrid = (panel: Locator): Promise<void> =>
  expect(panel.getByRole('grid').first().getByRole('row').nth(2)).toBeVisible({ timeout: 30_000 });

export const screens: readonly TourScreen[] = [
  { name: 'dashboard', open: (shell) => shell.openDashboard() },
  { name: 'connections', open: (shell) => shell.openConnections() },
  { name: 'addserver', isDialog: true, open: (shell) => shell.openAddServer() },
  {
    name: 'documents',
    open: async (shell) => {
      const documents = await shell.openDocuments();
      await documents.collection('Orders').click();
      await expect(documents.panel.getByRole('grid')).toContainText('orders/');
    },
  },
  {
    name: 'document',
    open: async (shell) => {
      await (await shell.openDocuments()).goTo('orders/1-A');
      await (await shell.document('orders/1-A')).ready();
    },
  },
  { name: 'revisionsbin', open: (shell) => byCommand(shell, 'Open revisions bin', 'Revisions bin') },
  { name: 'query', open: runQuery },
  {
    name: 'plan',
    open: async (shell) => {
      const query = await runQuery(shell);
      await query.tab('Plan').click();
      await expect(query.panel.getByRole('button', { name: 'Show as table' })).toBeVisible();
    },
  },
  { name: 'timings', open: async (shell) => (await runQuery(shell)).tab('Timings').click() },
  {
    name: 'queryerror',
    open: async (shell) => {
      const query = await shell.openQuery();
      await query.run('from Orders where Freight >');
      await expect(query.panel.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'indexes',
    open: async (shell) => {
      // It creates the index.
      await runQuery(shell);
      await filledGrid((await shell.openIndexes()).panel);
    },
  },
  { name: 'patch', open: (shell) => shell.openPatch() },
  { name: 'transfer', open: (shell) => shell.openTransfer() },
  // The folder is checked a moment later.
  { name: 'backups', open: (shell) => sampled(shell, shell.openBackups()) },
  { name: 'compare', open: (shell) => shell.openCompare() },
  { name: 'cluster', open: async (shell) => sampled(shell, shell.openCluster()) },
  { name: 'storage', open: async (shell) => filledGrid((await shell.openStorage()).panel) },
  {
    name: 'io',
    open: async (shell) => {
      const io = await shell.openIo();
      await io.isLive();
      await io.showAll();
    },
  },
  { name: 'overview', open: (shell) => sampled(shell, shell.openOverview()) },
  { name: 'activity', open: (shell) => sampled(shell, shell.openActivity()) },
  { name: 'memory', open: (shell) => sampled(shell, shell.openMemory()) },
  { name: 'threads', open: async (shell) => filledGrid(await shell.openThreads()) },
  { name: 'diskcheck', open: (shell) => byCommand(shell, 'Check the speed of a disk', 'Disk check') },
  {
    name: 'faults',
    only: 'sandbox',
    open: (shell) => byCommand(shell, 'Inject faults of the disk and the clock', 'Fault injection'),
  },
  {
    name: 'debugpackage',
    open: (shell) => byCommand(shell, 'Download or open a debug package', 'Debug package'),
  },
  { name: 'settings', open: (shell) => shell.openSettings() },
  {
    name: 'recordings',
    open: (shell) => byCommand(shell, 'Open a recording of a server', 'Recordings'),
  },
  {
    name: 'record',
    isDialog: true,
    open: async (shell) => {
      await shell.command('Record a server');
      await expect(shell.page.getByRole('dialog', { name: 'Record a server' })).toBeVisible();
    },
  },
  { name: 'palette', isDialog: true, open: (shell) => shell.openPalette() },
];
