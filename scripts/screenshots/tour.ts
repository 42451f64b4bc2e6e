/** Takes every screen in every size and theme, into `e2e/screenshots`. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { saveConnection } from '../../e2e/environment/saved-connection.ts';
import { startServed } from '../../e2e/environment/served-program.ts';
import { Shell } from '../../e2e/pages/shell.ts';
import { inRoot } from '../paths.ts';
import type { Options } from './options.ts';
import { screens, type TourScreen } from './screens.ts';
import { settle } from './settle.ts';

const FOLDER = inRoot('e2e/screenshots');

export interface TourEnvironment {
  readonly name: 'sandbox' | 'ravendb';
  /** Of the RavenDB server. */
  readonly url?: string;
}

/** Returns a sentence for each screen that could not be taken. */
export async function tourScreens(
  browser: Browser,
  environment: TourEnvironment,
  options: Options,
): Promise<readonly string[]> {
  const taken = chosenScreens(environment, options.screens);
  if (environment.url !== undefined) await checkServer(environment.url);
  await mkdir(FOLDER, { recursive: true });
  const dataFolder = await mkdtemp(join(tmpdir(), 'rookery-screenshots-'));
  const connection = { id: 'test-ravendb', name: 'Test RavenDB' };
  const isServer = environment.url !== undefined;
  if (isServer) await saveConnection(dataFolder, { ...connection, url: environment.url });
  const program = await startServed(dataFolder);
  const database = `shop-${Math.random().toString(36).slice(2, 7)}`;
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce', viewport: options.sizes[0] ?? null });
    await page.goto(program.url);
    const shell = new Shell(page, {
      terminal: program.log,
      ...(isServer ? { connection: connection.id } : {}),
    });
    await shell.ready();
    await shell.createDatabase(database, { sampleData: true });
    const failures: string[] = [];
    for (const screen of taken)
      failures.push(...(await takeScreen(page, shell, environment, screen, options)));
    await page.close();
    return failures;
  } finally {
    if (environment.url !== undefined) await deleteDatabase(environment.url, database);
    await program.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

function chosenScreens(
  { name }: TourEnvironment,
  wanted: readonly string[] | undefined,
): readonly TourScreen[] {
  const unknown = wanted?.filter((each) => !screens.some((screen) => screen.name === each)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `Unknown screens: ${unknown.join(', ')}. Known: ${screens.map((each) => each.name).join(', ')}.`,
    );
  return screens.filter(
    (screen) =>
      (wanted === undefined || wanted.includes(screen.name)) &&
      (screen.only === undefined || screen.only === name),
  );
}

async function takeScreen(
  page: Page,
  shell: Shell,
  environment: TourEnvironment,
  screen: TourScreen,
  { sizes, themes }: Options,
): Promise<readonly string[]> {
  const { name, isDialog = false, open } = screen;
  const subject = `${environment.name}, ${name}`;
  try {
    if (!isDialog) await open(shell);
    for (const { width, height } of sizes) {
      await page.setViewportSize({ width, height });
      for (const theme of themes) {
        await shell.useTheme(theme);
        // The theme is that of the page before the dialog opens.
        if (isDialog) await open(shell);
        const missing = await settle(page);
        if (missing !== undefined) console.log(`${subject}, ${width}, ${theme}: ${missing}`);
        await page.screenshot({ path: join(FOLDER, `${environment.name}-${width}-${theme}-${name}.png`) });
        if (isDialog) await close(page);
      }
    }
    console.log(`${subject}: taken`);
    return [];
  } catch (cause) {
    await close(page);
    return [`${subject}: ${String(cause).split('\n').slice(0, 3).join(' ')}`];
  }
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function checkServer(url: string): Promise<void> {
  const answer = await fetch(new URL('/build/version', url)).catch((cause: unknown) => String(cause));
  if (typeof answer === 'string' || !answer.ok)
    throw new Error(
      `No RavenDB server answers at ${url}: ${typeof answer === 'string' ? answer : answer.status}`,
    );
}

async function deleteDatabase(url: string, name: string): Promise<void> {
  await fetch(new URL('/admin/databases', url), {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ DatabaseNames: [name], HardDelete: true }),
  });
}
