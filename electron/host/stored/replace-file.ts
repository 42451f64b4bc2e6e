/** Atomic and durable replacement of a file. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno } from '../errno.ts';

/** Creates missing folders. On failure the previous file is unchanged. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const aside = `${path}.new-${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const handle = await open(aside, 'w', 0o600);
    try {
      await handle.writeFile(text);
      // Without it a power failure could leave the new name without content.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, path);
    await syncFolder(dirname(path));
  } catch (cause) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw cause;
  }
}

/** Syncs the folder, to make the rename durable where supported (not on Windows). */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (cause) {
    // Some network file systems cannot sync a folder.
    if (!(isErrno(cause) && ['EINVAL', 'ENOTSUP'].includes(cause.code ?? ''))) throw cause;
  } finally {
    await handle.close();
  }
}
