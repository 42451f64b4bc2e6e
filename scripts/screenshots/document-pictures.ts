/**
 * The pictures of the main screens for README and docs, light and dark, from the served sandbox with sample data, in
 * `assets/pictures`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { startServed } from '../../e2e/environment/served-program.ts';
import { RecordingsPage } from '../../e2e/pages/recordings-page.ts';
import { Shell } from '../../e2e/pages/shell.ts';
import { inRoot } from '../paths.ts';
import { screens, type TourScreen } from './screens.ts';
import { settle } from './settle.ts';

const SIZE = { width: 1280, height: 800 };
const LARGEST = 150_000;
const DATABASE = 'shop';
/** Documents of the recorded load. */
const LOAD = 60;
const LOAD_PAUSE_MS = 100;

/** The main screens, in the order of the left bar; `openRecording` follows. */
const names = [
  'dashboard',
  'documents',
  'document',
  'query',
  'plan',
  'indexes',
  'io',
  'overview',
  'memory',
  'storage',
  'threads',
];

const pictures: readonly Pick<TourScreen, 'name' | 'open'>[] = [
  ...names.map(tourScreen),
  { name: 'recording', open: openRecording },
];

function tourScreen(name: string): TourScreen {
  const found = screens.find((screen) => screen.name === name);
  if (found === undefined) throw new Error(`The tour has no screen ${name}.`);
  return found;
}

/** Records a small load of the sandbox, and opens the file. */
async function openRecording(shell: Shell): Promise<void> {
  const recordings = await RecordingsPage.open(shell);
  const form = await recordings.startDialog();
  await form.getByRole('button', { name: 'Start recording' }).click();
  const running = recordings.runningOf('Sandbox');
  await expect(running.getByText('Recording', { exact: true })).toBeVisible();
  for (let number = 0; number < LOAD; number++) {
    await shell.writeBehindTheBack(DATABASE, `orders/new-${number}`, {
      Freight: number,
      '@metadata': { '@collection': 'Orders' },
    });
    await shell.page.waitForTimeout(LOAD_PAUSE_MS);
  }
  await running.getByRole('button', { name: 'Stop and open' }).click();
  await expect(recordings.panel.getByRole('grid', { name: 'Requests' })).toContainText('PUT');
}

export async function takeDocumentPictures(browser: Browser): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'rookery-pictures-'));
  const program = await startServed(dataFolder);
  const page = await browser.newPage({ reducedMotion: 'reduce', viewport: SIZE });
  const converter = await browser.newPage();
  try {
    await page.goto(program.url);
    const shell = new Shell(page);
    await shell.ready();
    await shell.createDatabase(DATABASE, { sampleData: true });
    for (const { name, open } of pictures) {
      await open(shell);
      for (const theme of ['light', 'dark'] as const) {
        await shell.useTheme(theme);
        const missing = await settle(page);
        if (missing !== undefined) throw new Error(`The picture of ${name}: ${missing}.`);
        const webp = await toWebp(converter, await page.screenshot());
        if (webp.length > LARGEST)
          throw new Error(`The picture of ${name} has ${webp.length} bytes, more than ${LARGEST}.`);
        await writeFile(inRoot(`assets/pictures/${name}-${theme}.webp`), webp);
        console.log(`${name}-${theme}.webp: ${Math.round(webp.length / 1000)} kB`);
      }
    }
  } finally {
    await page.close();
    await converter.close();
    await program.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Chromium's own encoder: no image library is needed. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const text = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(text.replace('data:image/webp;base64,', ''), 'base64');
}
