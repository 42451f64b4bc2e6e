/** Which process starts a planned recording, where several use one data folder: an empty file per start, made by the first. */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../errno.ts';

const KEPT_MS = 24 * 3_600_000;

export class StartClaims {
  private readonly folder: string;

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'started-recordings');
  }

  /**
   * Whether this process starts the recording; false: another one has started it. `id` is a random UUID. Where the file cannot be
   * made, recording twice is better than not at all.
   */
  async claim(id: string): Promise<boolean> {
    try {
      await mkdir(this.folder, { recursive: true });
      await (await open(join(this.folder, id), 'wx')).close();
    } catch (thrown) {
      return !(isErrno(thrown) && thrown.code === 'EEXIST');
    }
    await this.removeOld();
    return true;
  }

  /** Removes the files of starts that are over. Never rejects. */
  private async removeOld(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    const remove = async (name: string): Promise<void> => {
      const path = join(this.folder, name);
      if (Date.now() - (await stat(path)).mtimeMs > KEPT_MS) await rm(path, { force: true });
    };
    // Another process may remove them too.
    await Promise.allSettled(names.map(remove));
  }
}
