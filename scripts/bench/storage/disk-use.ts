import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that a folder uses on disk, as counted by `du`: blocks, not lengths. */
export async function diskUse(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const { blocks, size } = await stat(join(entry.parentPath, entry.name)).catch(() => ({
      blocks: 0,
      size: 0,
    }));
    bytes += process.platform === 'win32' ? size : blocks * 512;
  }
  return bytes;
}

/** Longer than a server takes to write a load of millions of documents to its data file. */
export const LARGE_LOAD_MS = 300_000;

/** The same after it is stable: flushed, synced, and old journals deleted. */
export async function diskUseAtRest(folder: string, quietMs = 6000, patienceMs = 60_000): Promise<number> {
  const deadline = performance.now() + patienceMs;
  let bytes = await diskUse(folder);
  let since = performance.now();
  while (performance.now() - since < quietMs && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = await diskUse(folder);
    if (now !== bytes) [bytes, since] = [now, performance.now()];
  }
  return bytes;
}
