/** The unfinished copies: one private file each, so that they can be resumed after a restart. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { replaceFile } from '../stored/replace-file.ts';
import { copyState, type CopyState } from './copy-state.ts';

/** The ones that were not continued for longest are forgotten. */
const MAX_KEPT = 20;

export class CopyStore {
  private readonly folder: string;
  /** The ids of running copies of all windows. */
  readonly running = new Set<string>();

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'copies');
  }

  async save(id: string, state: CopyState): Promise<void> {
    await replaceFile(this.path(id), JSON.stringify(state));
    await this.forgetOldest();
  }

  /** Undefined when there is none. */
  async load(id: string): Promise<CopyState | undefined> {
    let text: string;
    try {
      text = await readFile(this.path(id), 'utf8');
    } catch (cause) {
      if (isErrno(cause) && cause.code === 'ENOENT') return undefined;
      throw unreadable(this.path(id), cause);
    }
    try {
      return copyState.parse(JSON.parse(text));
    } catch (cause) {
      throw unreadable(this.path(id), cause);
    }
  }

  async forget(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  /** The contract allows letters, digits, `_` and `-` only. */
  private path(id: string): string {
    if (!/^[\w-]+$/.test(id))
      throw new PortError({ code: 'bad-request', message: 'The id of a copy is not valid.' });
    return join(this.folder, `${id}.json`);
  }

  private async forgetOldest(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json'));
    if (names.length <= MAX_KEPT) return;
    const files = await Promise.all(
      names.map(async (name) => ({ name, changed: (await stat(join(this.folder, name))).mtimeMs })),
    );
    const removable = files
      .filter(({ name }) => !this.running.has(name.slice(0, -'.json'.length)))
      .sort((a, b) => a.changed - b.changed);
    for (const { name } of removable.slice(0, names.length - MAX_KEPT))
      await rm(join(this.folder, name), { force: true });
  }
}

function unreadable(path: string, cause: unknown): PortError {
  return new PortError({
    code: 'storage',
    message: `The state of the copy cannot be read from ${path}. Delete this file, and start the copy again.`,
    detail: String(cause),
  });
}
