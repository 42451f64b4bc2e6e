/** `rookery serve`: serve mode in the main process of a package, which has no Node of its own. Opens no window. */
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';

/** `bundle` reads its arguments and ends the process itself. */
export function serveWithoutWindow(args: readonly string[], bundle: string): void {
  // Chromium's own files are not shared with a window that is open on the same data.
  const folder = mkdtempSync(join(tmpdir(), 'rookery-serve-'));
  app.setPath('userData', folder);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  app.disableHardwareAcceleration();
  process.argv = [process.execPath, bundle, ...args];
  createRequire(__filename)(bundle);
}
