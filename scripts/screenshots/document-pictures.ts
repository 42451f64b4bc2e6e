/**
 * The pictures of the main screens for the documents, light and dark, from the served sandbox with sample data, in
 * `assets/pictures`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { startServed } from '../../e2e/environment/served-program.ts';
import { Shell } from '../../e2e/pages/shell.ts';
import { inRoot } from '../paths.ts';
import { settle } from './settle.ts';

const SIZE = { width: 1280, height: 800 };
const LARGEST = 150_000;

const screens: Readonly<Record<string, (shell: Shell) => Promise<void>>> = {
  dashboard: async (shell) => {
    await shell.openDashboard();
  },
  documents: async (shell) => {
    const documents = await shell.openDocuments();
    await documents.collection('Orders').click();
    await expect(documents.panel.getByRole('grid')).toContainText('orders/');
  },
  query: async (shell) => {
    const query = await shell.openQuery();
    await query.run(
      "from Orders where Freight > 100 and Company in ('companies/3-A', 'companies/7-A') order by OrderedAt include timings()",
    );
    await expect(query.panel.getByRole('grid')).toContainText('orders/');
  },
  plan: async (shell) => {
    const query = await shell.openQuery();
    await query.tab('Plan').click();
    await expect(query.panel.getByRole('button', { name: 'Show as table' })).toBeVisible();
  },
  io: async (shell) => {
    const io = await shell.openIo();
    await io.showAll();
  },
  threads: async (shell) => {
    const threads = await shell.openThreads();
    await expect(threads.getByRole('grid').getByRole('row').nth(2)).toBeVisible({ timeout: 30_000 });
  },
};

export async function takeDocumentPictures(browser: Browser): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'rookery-pictures-'));
  const program = await startServed(dataFolder);
  const page = await browser.newPage({ viewport: SIZE });
  const converter = await browser.newPage();
  try {
    await page.goto(program.url);
    const shell = new Shell(page);
    await shell.ready();
    await shell.createDatabase('shop', { sampleData: true });
    for (const [name, open] of Object.entries(screens)) {
      await open(shell);
      for (const theme of ['light', 'dark'] as const) {
        await shell.useTheme(theme);
        await settle(page);
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
      return canvas.toDataURL('image/webp', 0.9);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(text.replace('data:image/webp;base64,', ''), 'base64');
}
