import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { findElectron } from '../scripts/electron-binary.ts';
import { obtainDisplay, type Display } from './environment/display.ts';
import { saveConnection } from './environment/saved-connection.ts';
import { startServed, type ServedProgram } from './environment/served-program.ts';
import { Shell } from './pages/shell.ts';

export type Environment = 'served-sandbox' | 'electron' | 'served-ravendb';

export interface RookeryOptions {
  /** The environment of the flows; set by the Playwright project. */
  environment: Environment;
  /** What Electron is started with, such as a link of the system. */
  startArguments: readonly string[];
}

export interface RookeryFixtures {
  /** A temporary data folder, removed afterwards. */
  dataFolder: string;
  /** The served program; undefined for Electron. */
  program: ServedProgram | undefined;
  /** The running Electron; undefined for the served program. */
  electronApp: ElectronApplication | undefined;
  /** The window of the running program. */
  window: Page;
  /** The shell, connected to the environment's server. */
  shell: Shell;
  /** A unique database name; deleted afterwards on a real server. */
  databaseName: string;
  /** Console errors of the page; a test fails if any remain at its end. */
  consoleErrors: string[];
}

interface WorkerFixtures {
  /** The display of Electron's windows; undefined where neither a real nor a virtual one is available. */
  obtainDisplayOnce: () => Promise<Display | undefined>;
}

const root = join(import.meta.dirname, '..');
export const ravendbUrl = process.env.ROOKERY_TEST_RAVENDB_URL;
const electronPath = findElectron();
const testRavendb = { id: 'test-ravendb', name: 'Test RavenDB' };

export const test = base.extend<RookeryFixtures & RookeryOptions, WorkerFixtures>({
  environment: ['served-sandbox', { option: true }],
  startArguments: [[], { option: true }],

  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs: nothing
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'rookery-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  databaseName: async ({ environment }, use) => {
    const name = `e2e-${Math.random().toString(36).slice(2, 8)}`;
    await use(name);
    if (environment === 'served-ravendb' && ravendbUrl !== undefined)
      await fetch(`${ravendbUrl}/admin/databases`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ DatabaseNames: [name], HardDelete: true }),
      });
  },

  // eslint-disable-next-line no-empty-pattern -- as above
  consoleErrors: async ({}, use) => {
    await use([]);
  },

  program: async ({ environment, dataFolder }, use, testInfo) => {
    if (environment === 'electron') {
      await use(undefined);
      return;
    }
    testInfo.skip(
      environment === 'served-ravendb' && ravendbUrl === undefined,
      'no RavenDB server (set ROOKERY_TEST_RAVENDB_URL)',
    );
    if (environment === 'served-ravendb' && ravendbUrl !== undefined)
      await saveConnection(dataFolder, { ...testRavendb, url: ravendbUrl });
    const program = await startServed(dataFolder);
    await use(program);
    await program.stop();
  },

  // One per worker: starting a display per test takes time, and two that start at once can disturb each other.
  obtainDisplayOnce: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      let display: Promise<Display | undefined> | undefined;
      await use(() => (display ??= obtainDisplay()));
      (await display)?.stop();
    },
    { scope: 'worker' },
  ],

  electronApp: async ({ environment, dataFolder, startArguments, obtainDisplayOnce }, use, testInfo) => {
    if (environment !== 'electron') {
      await use(undefined);
      return;
    }
    testInfo.skip(
      electronPath === undefined,
      'no Electron binary (set ELECTRON_OVERRIDE_DIST_PATH or install the dev dependency)',
    );
    const display = await obtainDisplayOnce();
    testInfo.skip(display === undefined, 'no display and no Xvfb for Electron');
    const launch = (): Promise<ElectronApplication> =>
      _electron.launch({
        executablePath: electronPath ?? '',
        args: [
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          root,
          '--data',
          dataFolder,
          ...startArguments,
        ],
        env: { ...stringEnvironment(), DISPLAY: display?.name ?? '' },
        timeout: 30_000,
      });
    // On a display that has just started, the GPU process of Electron 22 can fail and the start hang; once more helps.
    const app = await launch().catch((cause: unknown) => {
      console.log(`Electron is started again: ${String(cause).split('\n', 1).join('')}`);
      return launch();
    });
    // Electron shows a dialog for each download; nobody answers it here, so the tests' own folder takes them.
    await app.evaluate(
      ({ session }, folder) =>
        session.defaultSession.on('will-download', (_event, item) =>
          item.setSavePath(`${folder}/${item.getFilename()}`),
        ),
      await downloadFolder(dataFolder),
    );
    await use(app);
    // A window with unsaved changes prompts before it closes, so the test ends the program.
    const giveUp = setTimeout(() => app.process().kill('SIGKILL'), 5000);
    await app.close();
    clearTimeout(giveUp);
  },

  window: async ({ electronApp, program, browser, viewport, consoleErrors }, use, testInfo) => {
    const watch = (page: Page): void => {
      page.on('pageerror', (error) => consoleErrors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') consoleErrors.push(message.text());
      });
    };
    if (electronApp) {
      const page = await electronApp.firstWindow();
      watch(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await use(page);
    } else if (program) {
      // Animations cost a third of the processor time: without a GPU each of their frames is drawn in software.
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      watch(page);
      await page.goto(program.url);
      await use(page);
      await context.close();
    }
    if (testInfo.status === 'passed' && consoleErrors.length > 0)
      throw new Error(`The console said:\n${consoleErrors.join('\n')}`);
  },

  shell: async ({ window, environment, dataFolder, program }, use) => {
    const shell = new Shell(window, {
      ...(environment === 'electron' ? { downloads: await downloadFolder(dataFolder) } : {}),
      ...(program ? { terminal: program.log } : {}),
      ...(environment === 'served-ravendb' ? { connection: testRavendb.id } : {}),
    });
    await shell.ready();
    await use(shell);
  },
});

async function downloadFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'downloads');
  await mkdir(folder, { recursive: true });
  return folder;
}

function stringEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

export { expect } from '@playwright/test';
