/** Private files of this host for a moment. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError } from '../../../src/contract/index.ts';

/** Older ones were left by a host that was killed. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

export class TemporaryFiles {
  private readonly path: string;
  private cleaned = false;

  constructor(dataFolder: string) {
    this.path = join(dataFolder, 'temporary');
  }

  /** `work` makes the file, which is removed in any case. */
  async use<T>(work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    if (!(await lstat(this.path)).isDirectory())
      throw new PortError({ code: 'storage', message: `${this.path} is not a folder, or is a link.` });
    await this.clean();
    const path = join(this.path, randomUUID());
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  private async clean(): Promise<void> {
    if (this.cleaned) return;
    this.cleaned = true;
    for (const name of await readdir(this.path)) {
      const path = join(this.path, name);
      const file = await lstat(path);
      if (file.isFile() && Date.now() - file.mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
    }
  }
}
