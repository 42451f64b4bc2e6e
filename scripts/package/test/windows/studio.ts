/**
 * The installed rookery.exe under Wine on a virtual display: Electron, archive and addon, with the screens in a browser of this
 * system, because Electron's own window does not answer its DevTools endpoint under Wine 8.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { obtainDisplay } from '../../../../e2e/environment/display.ts';
import { Shell } from '../../../../e2e/pages/shell.ts';
import { obtainChromium } from '../../../chromium.ts';
import type { Wine } from '../../../cross/wine.ts';
import { programs } from '../../description.ts';
import { queryNewDatabase } from '../main-job.ts';

const START_MS = 180_000;
/** Calls cross Wine, on a machine that may be busy. */
const ACTION_MS = 60_000;

/** Returns what was done. `work`: a folder for the output. */
export async function useStudio(wine: Wine, folder: string, work: string): Promise<readonly string[]> {
  const display = await obtainDisplay();
  if (display === undefined) throw new Error('No display and no Xvfb: Electron ends without one.');
  // Wine's desktop of the programs before has no display, and would be used again.
  wine.endPrograms();
  const program = join(folder, `${programs.desktop}.exe`);
  // Under Wine, Node cannot write to a pipe of Linux.
  const log = join(work, 'studio.log');
  const file = openSync(log, 'w');
  const args = [program, 'serve', '--no-open', '--port', '0', '--data', 'C:\\served'];
  const env = { ...wine.env, DISPLAY: display.name };
  const studio = spawn(wine.program, args, { env, stdio: ['ignore', file, file] });
  closeSync(file);
  const output = (): string => readFileSync(log, 'utf8');
  const ended = new Promise((resolve) => studio.once('exit', resolve));
  try {
    const url = await addressIn(output, () => studio.exitCode !== null);
    const browser = await chromium.launch({ executablePath: await obtainChromium(), args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(ACTION_MS);
      await page.goto(url);
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
      return await queryNewDatabase(new Shell(page));
    } finally {
      await browser.close();
    }
  } catch (cause) {
    throw new Error(`The installed ${programs.desktop}.exe does not serve its screens.\n${output()}`, {
      cause,
    });
  } finally {
    studio.kill('SIGKILL');
    await ended;
    display.stop();
  }
}

async function addressIn(output: () => string, hasEnded: () => boolean): Promise<string> {
  const until = performance.now() + START_MS;
  for (;;) {
    const url = /"url":"([^"]+)"/.exec(output())?.[1];
    if (url !== undefined) return url;
    if (hasEnded() || performance.now() > until) throw new Error('No address was printed.');
    await sleep(100);
  }
}
