/** The unfinished copies: one private file each, so that they can be resumed after a restart. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError, type CopyItem } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { replaceFile } from '../stored/replace-file.ts';
import { copyState, type CopyState } from './copy-state.ts';
import { readRejections, RejectionFile } from './rejection-file.ts';

/** The ones that were not continued for longest are forgotten. */
const MAX_KEPT = 20;
const RECORD = '.json';
const REJECTIONS = '.rejected.ndjson';

export class CopyStore {
  private readonly folder: string;
  /** The ids of running copies of all windows. */
  readonly running = new Set<string>();

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'copies');
  }

  async save(id: string, state: CopyState): Promise<void> {
    await replaceFile(this.path(id), JSON.stringify(state));
    await this.forgetOldest(RECORD);
  }

  /** Of a copy that starts or continues from `state`. */
  async rejectionsOf(id: string, state: CopyState): Promise<RejectionFile> {
    await this.forgetOldest(REJECTIONS);
    return new RejectionFile(this.path(id, REJECTIONS), state.rejections);
  }

  readRejections(id: string): AsyncGenerator<CopyItem[]> {
    return readRejections(this.path(id, REJECTIONS));
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

  /** After its end: the rejected documents stay. */
  async removeRecord(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  async forget(id: string): Promise<void> {
    await this.removeRecord(id);
    await rm(this.path(id, REJECTIONS), { force: true });
  }

  /** The contract allows letters, digits, `_` and `-` only. */
  private path(id: string, ending = RECORD): string {
    if (!/^[\w-]+$/.test(id))
      throw new PortError({ code: 'bad-request', message: 'The id of a copy is not valid.' });
    return join(this.folder, `${id}${ending}`);
  }

  private async forgetOldest(ending: string): Promise<void> {
    const names = (await this.files()).filter((name) => name.endsWith(ending));
    if (names.length <= MAX_KEPT) return;
    const files = await Promise.all(
      names.map(async (name) => ({ name, changed: (await stat(join(this.folder, name))).mtimeMs })),
    );
    const removable = files
      .filter(({ name }) => !this.running.has(name.slice(0, -ending.length)))
      .sort((a, b) => a.changed - b.changed);
    for (const { name } of removable.slice(0, names.length - MAX_KEPT))
      await rm(join(this.folder, name), { force: true });
  }

  private async files(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (cause) {
      if (isErrno(cause) && cause.code === 'ENOENT') return [];
      throw cause;
    }
  }
}

function unreadable(path: string, cause: unknown): PortError {
  return new PortError({
    code: 'storage',
    message: `The state of the copy cannot be read from ${path}. Delete this file, and start the copy again.`,
    detail: String(cause),
  });
}
