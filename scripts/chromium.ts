import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { executable } from './paths.ts';
import { runCommand } from './run-command.ts';

/** The headless shell first: the same engine without a desktop browser takes a fifth less processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** A Chromium for the tests: ROOKERY_CHROMIUM, one on the PATH, then Playwright's own. */
export function findChromium(): string | undefined {
  const named = process.env.ROOKERY_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`ROOKERY_CHROMIUM names ${named}, which does not exist.`);
    return named;
  }
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) {
      const path = join(folder, executable(name));
      if (existsSync(path)) return path;
    }
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/** Finds one, or installs it on Debian as root; elsewhere prints the command to run. */
export async function obtainChromium(): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-qq'], { env });
    await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The browser tests need a Chromium and none was found. Run `npx playwright install chromium`, or name one with ROOKERY_CHROMIUM=/path/to/chromium.',
  );
}
