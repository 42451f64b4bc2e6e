/** The files of a folder that is laid out. */
import { lutimes, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Files and symbolic links: relative paths with `/`, sorted. */
export async function filesOf(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isSymbolicLink())
      found.push(join(entry.parentPath, entry.name).slice(folder.length + 1));
  return found.sort();
}

/** Equal content gives equal packages. */
export async function setTimes(folder: string, time: Date): Promise<void> {
  await utimes(folder, time, time);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await lutimes(join(entry.parentPath, entry.name), time, time);
}
