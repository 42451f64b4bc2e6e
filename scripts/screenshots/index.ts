/**
 * `npm run screenshots [-- --only pictures|screens --sizes 1024x700,… --themes light,dark --screens query,… --ravendb URL]`:
 * takes the pictures of the documents, and every screen in every size and theme of the sandbox and of a RavenDB server
 * (`--ravendb`, or ROOKERY_TEST_RAVENDB_URL). Needs the bundles and `dist/native` (`npm run build`) and a Chromium.
 */
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { takeDocumentPictures } from './document-pictures.ts';
import { readOptions } from './options.ts';
import { tourScreens } from './tour.ts';

const options = readOptions(process.argv.slice(2), process.env);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const failures: string[] = [];
try {
  if (options.only !== 'screens') await takeDocumentPictures(browser);
  if (options.only !== 'pictures') {
    failures.push(...(await tourScreens(browser, { name: 'sandbox' }, options)));
    if (options.ravendb !== undefined)
      failures.push(...(await tourScreens(browser, { name: 'ravendb', url: options.ravendb }, options)));
  }
} finally {
  await browser.close();
}
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);
