/** The folder of recordings: regular files of its own names, without links. */
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError, type StoredRecording } from '../../../src/contract/index.ts';
import { ChangeFeed } from '../change-feed.ts';
import { isErrno } from '../errno.ts';
import { descriptionOf, type Description } from './description.ts';
import { isRecordingName, mustBeRecordingName, RECORDING_ENDING } from './recording-names.ts';

/** New files are refused beyond, and the newest are listed. */
const MAX_FILES = 500;
const MAX_SAME_NAMES = 99;

export interface NewRecording<T> {
  readonly name: string;
  readonly made: T;
  /** The file is complete: it is listed, and can be opened and removed. */
  readonly complete: () => void;
}

interface Found {
  readonly name: string;
  readonly bytes: number;
  readonly modified: number;
}

export class RecordingsFolder {
  /** Files came, went or became complete. */
  readonly changes = new ChangeFeed();
  private readonly path: string;
  private readonly describe: (path: string) => Promise<string>;
  /** Names of files that are being written, in lower case: some file systems ignore case. */
  private readonly writing = new Set<string>();
  private descriptions = new Map<string, Found & { readonly description: Description }>();

  /** `describe` answers the manifest of a file, as JSON. */
  constructor(dataFolder: string, describe: (path: string) => Promise<string>) {
    this.path = join(dataFolder, 'recordings');
    this.describe = describe;
  }

  /** The newest first, without those that are being written. */
  async list(): Promise<StoredRecording[]> {
    const found = (await this.found()).slice(0, MAX_FILES);
    const kept: typeof this.descriptions = new Map();
    const list: StoredRecording[] = [];
    for (const file of found) {
      const known = this.descriptions.get(file.name);
      const description =
        known?.bytes === file.bytes && known.modified === file.modified
          ? known.description
          : await descriptionOf(() => this.describe(join(this.path, file.name)));
      if (description.isLasting) kept.set(file.name, { ...file, description });
      const { about, problem } = description;
      list.push({ ...file, about, problem });
    }
    this.descriptions = kept;
    // One can have begun to be written meanwhile.
    return list.filter(({ name }) => !this.isWriting(name));
  }

  /** Finds a free name, and lets `write` make the file; it fails with `exists` when the name is taken. */
  async make<T>(base: string, write: (path: string) => Promise<T>): Promise<NewRecording<T>> {
    await this.ready();
    if ((await this.found()).length >= MAX_FILES)
      throw new PortError({
        code: 'too-large',
        message: `The folder has ${MAX_FILES} recordings. Remove some first.`,
      });
    for (let number = 1; number <= MAX_SAME_NAMES; number++) {
      const name = `${base}${number === 1 ? '' : ` ${number}`}${RECORDING_ENDING}`;
      mustBeRecordingName(name);
      const path = join(this.path, name);
      if ((await statOf(path)) !== undefined || this.isWriting(name)) continue;
      this.writing.add(name.toLowerCase());
      const complete = (): void => {
        if (this.writing.delete(name.toLowerCase())) this.changes.changed();
      };
      try {
        return { name, made: await write(path), complete };
      } catch (thrown) {
        complete();
        if (!isErrno(thrown) || thrown.code !== 'exists') throw thrown;
      }
    }
    throw new PortError({ code: 'storage', message: `There are too many recordings named ${base}.` });
  }

  /** Removing a file that does not exist succeeds. */
  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    try {
      if ((await statOf(path)) === undefined) return;
      await this.mustBeOwn(path, name);
      await rm(path);
    } catch (thrown) {
      throw storageError(thrown, `${name} could not be removed`);
    }
    this.changes.changed();
  }

  /** Opens a file to read it. The caller closes it. */
  async open(name: string): Promise<{ file: FileHandle; bytes: number }> {
    const path = this.pathOf(name);
    let file: FileHandle | undefined;
    try {
      await this.mustBeOwn(path, name);
      // Windows has no such flag, and few links.
      const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;
      file = await open(path, constants.O_RDONLY | noFollow);
      const { size } = await file.stat();
      return { file, bytes: size };
    } catch (thrown) {
      await file?.close();
      throw isErrno(thrown) && thrown.code === 'ENOENT'
        ? new PortError({ code: 'bad-request', message: `The recording ${name} no longer exists.` })
        : storageError(thrown, `${name} could not be read`);
    }
  }

  private pathOf(name: string): string {
    mustBeRecordingName(name);
    if (this.isWriting(name))
      throw new PortError({ code: 'bad-request', message: 'This recording is still being written.' });
    return join(this.path, name);
  }

  private isWriting(name: string): boolean {
    return this.writing.has(name.toLowerCase());
  }

  private async mustBeOwn(path: string, name: string): Promise<void> {
    await this.ready();
    if (!(await lstat(path)).isFile())
      throw new PortError({ code: 'bad-request', message: `${name} is not a file of recordings.` });
  }

  /** Makes the folder; one that is a link leads elsewhere. */
  private async ready(): Promise<void> {
    try {
      await mkdir(this.path, { recursive: true, mode: 0o700 });
      if ((await lstat(this.path)).isDirectory()) return;
    } catch (thrown) {
      throw storageError(thrown, `The folder of recordings ${this.path} could not be made`);
    }
    throw new PortError({ code: 'storage', message: `${this.path} is not a folder, or is a link.` });
  }

  private async found(): Promise<Found[]> {
    await this.ready();
    const found: Found[] = [];
    for (const name of await readdir(this.path)) {
      if (!isRecordingName(name) || this.isWriting(name)) continue;
      const file = await statOf(join(this.path, name));
      if (file?.isFile() === true) found.push({ name, bytes: file.size, modified: file.mtimeMs });
    }
    return found.sort((a, b) => b.modified - a.modified || (a.name < b.name ? 1 : -1));
  }
}

/** Of a link itself; undefined where nothing is. */
async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (thrown) {
    if (isErrno(thrown) && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  }
}

function storageError(thrown: unknown, what: string): PortError {
  if (thrown instanceof PortError) return thrown;
  const code = isErrno(thrown) ? (thrown.code ?? '') : '';
  return new PortError({ code: 'storage', message: `${what} (${code}).`, detail: String(thrown) });
}
