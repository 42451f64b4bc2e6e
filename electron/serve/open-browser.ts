/**
 * Opens an address in the default browser; never through a shell, and never with the address on a command line,
 * which other users of this computer can read: the browser gets a redirect file that only this user can read.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

export interface OpenedBrowser {
  /** False when there is no way to open a browser. */
  readonly opened: boolean;
  /** Removes the file. Call it when the address is used or expired. */
  readonly forget: () => Promise<void>;
}

export async function openBrowser(url: string): Promise<OpenedBrowser> {
  // mkdtemp creates the folder for this user only (0700).
  const folder = await mkdtemp(join(tmpdir(), 'rookery-open-'));
  const forget = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'rookery.html');
  await writeFile(file, redirectPage(url), { mode: 0o600, flag: 'wx' });
  const opened = await open(pathToFileURL(file).href);
  if (!opened) await forget();
  return { opened, forget };
}

function open(address: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // Some openers run as long as the browser; they must not keep this program alive.
    child.unref();
  });
}

/** `url` consists of a number and base64url: it needs no escaping. */
function redirectPage(url: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Rookery</title>
<p><a href="${url}">Open Rookery</a></p>
</html>
`;
}
