/** `node scripts/package/render-icons.ts`: renders the drawing to the PNG files of `description.ts`. */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { inRoot } from '../paths.ts';
import { icons } from './description.ts';

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const drawing = `data:image/svg+xml;base64,${readFileSync(inRoot(icons.drawing)).toString('base64')}`;
  for (const size of icons.sizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>*{margin:0}img{display:block;width:${size}px;height:${size}px}</style><img src="${drawing}">`,
      { waitUntil: 'load' },
    );
    await page.screenshot({ path: inRoot(icons.png(size)), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
