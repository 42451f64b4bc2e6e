/**
 * Texts that the user saves as plain files, for an editor, version control and other programs:
 * `ROOT/CONNECTION/DATABASE/FOLDER/NAME.ENDING`. The host makes every path and does not interpret the texts.
 */
import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { replaceFile } from './replace-file.ts';

export interface Owner {
  readonly connection: string;
  readonly database: string;
}

export interface TextFilePlace {
  /** Names with `/` between them; empty for the top. */
  readonly folder: string;
  readonly name: string;
  /** One of the endings of the kind: `.rql`. */
  readonly ending: string;
}

export interface TextFile extends TextFilePlace {
  readonly text: string;
  /** Epoch ms. */
  readonly changedAt: number;
}

export interface TextFileList {
  readonly files: readonly TextFile[];
  /** The folder of the files. */
  readonly path: string;
  /** Files that are too large, alone or together, too many, or cannot be read. */
  readonly leftOut: number;
}

export interface TextFileKind {
  /** The folder of all files of the kind. */
  readonly root: string;
  readonly endings: readonly string[];
  readonly maxBytes: number;
  /** In messages: `query` and `saved queries`. */
  readonly one: string;
  readonly many: string;
}

const MAX_FOLDERS = 4;
const MAX_FILES = 2_000;
/** Of all texts that one list returns. */
const MAX_LISTED_BYTES = 24 * 1024 * 1024;

export class TextFiles {
  private readonly kind: TextFileKind;
  /** Saves run one after another: two windows do not create the same name at once. */
  private saving: Promise<unknown> = Promise.resolve();

  constructor(kind: TextFileKind) {
    this.kind = kind;
  }

  /** Sorted by folder and name, without links. */
  async list(owner: Owner): Promise<TextFileList> {
    const path = this.folderOf(owner);
    const { found, skipped } = await collect(path, this.kind);
    const files: TextFile[] = [];
    let bytes = 0;
    let leftOut = skipped;
    for (const { folder, name, ending, path: file, size, changedAt } of found) {
      if (size > this.kind.maxBytes || bytes + size > MAX_LISTED_BYTES) {
        leftOut++;
        continue;
      }
      const text = await unlessUnreadable(readFile(file, 'utf8'));
      if (text === 'removed') continue;
      if (text === 'unreadable') {
        leftOut++;
        continue;
      }
      bytes += size;
      files.push({ folder, name, ending, text: text.value, changedAt });
    }
    return { files, path, leftOut };
  }

  save(owner: Owner, place: TextFilePlace, text: string, replace: boolean): Promise<void> {
    const save = (): Promise<void> => this.saveNow(owner, place, text, replace);
    const saved = this.saving.then(save, save);
    this.saving = saved;
    return saved;
  }

  private async saveNow(owner: Owner, place: TextFilePlace, text: string, replace: boolean): Promise<void> {
    const path = this.pathOf(owner, place);
    const { one, many, maxBytes } = this.kind;
    try {
      const isNew = !(await exists(path));
      if (!replace && !isNew)
        throw new PortError({ code: 'bad-request', message: `A ${one} named ${place.name} exists already.` });
      if (Buffer.byteLength(text) > maxBytes)
        throw new PortError({
          code: 'too-large',
          message: `${place.name} is larger than ${maxBytes / 1024} KB, the limit of a ${one}.`,
        });
      if (isNew && (await collect(this.folderOf(owner), this.kind)).found.length >= MAX_FILES)
        throw new PortError({
          code: 'too-large',
          message: `This database has ${MAX_FILES} ${many}. Remove some first.`,
        });
      await replaceFile(path, text);
    } catch (thrown) {
      throw asStorageError(thrown, `The ${one} could not be saved to ${path}`);
    }
  }

  /** Removing a file that does not exist succeeds. */
  async remove(owner: Owner, place: TextFilePlace): Promise<void> {
    const path = this.pathOf(owner, place);
    try {
      await rm(path, { force: true });
    } catch (thrown) {
      throw asStorageError(thrown, `${path} could not be removed`);
    }
  }

  private folderOf({ connection, database }: Owner): string {
    return join(this.kind.root, segment(connection), segment(database));
  }

  private pathOf(owner: Owner, { folder, name, ending }: TextFilePlace): string {
    const folders = folder === '' ? [] : folder.split('/');
    if (folders.length > MAX_FOLDERS)
      throw new PortError({
        code: 'bad-request',
        message: `At most ${MAX_FOLDERS} folders inside each other.`,
      });
    if (!this.kind.endings.includes(ending))
      throw new PortError({
        code: 'bad-request',
        message: `The file of a ${this.kind.one} cannot end in ${ending}.`,
      });
    return join(this.folderOf(owner), ...folders.map(checked), checked(name) + ending);
  }
}

/** Reserved in file names of some system, or with a meaning in paths. */
// eslint-disable-next-line no-control-regex -- control characters are what is refused
const RESERVED = /[\u0000-\u001f\u007f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

function checked(name: string): string {
  if (
    name.length > 100 ||
    name.trim() !== name ||
    name === '' ||
    /^\.|\.$/.test(name) ||
    RESERVED.test(name) ||
    DEVICE.test(name)
  )
    throw new PortError({
      code: 'bad-request',
      message: `"${name}" cannot be the name of a file. Use letters, digits, spaces, - and _, up to 100 characters.`,
    });
  return name.normalize('NFC');
}

/** Ids and names of databases, with everything else percent-encoded: no two become the same folder. */
function segment(text: string): string {
  const encoded = [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9_-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  return DEVICE.test(encoded) ? `%${encoded}` : encoded;
}

interface FoundFile extends TextFilePlace {
  readonly path: string;
  readonly size: number;
  readonly changedAt: number;
}

async function collect(
  root: string,
  { endings, many }: TextFileKind,
): Promise<{ found: readonly FoundFile[]; skipped: number }> {
  const found: FoundFile[] = [];
  let skipped = 0;
  await visit(root, []);
  const key = ({ folder, name, ending }: FoundFile): string => `${folder}/${name}${ending}`;
  return { found: found.sort((a, b) => key(a).localeCompare(key(b))), skipped };

  async function visit(folder: string, names: readonly string[]): Promise<void> {
    let entries;
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch (thrown) {
      if (isErrno(thrown) && thrown.code === 'ENOENT') return;
      throw asStorageError(thrown, `The ${many} in ${folder} could not be read`);
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && names.length < MAX_FOLDERS) await visit(path, [...names, entry.name]);
      const ending = endings.find((each) => entry.name.endsWith(each));
      if (!entry.isFile() || ending === undefined) continue;
      const about = found.length < MAX_FILES ? await unlessUnreadable(stat(path)) : 'too-many';
      if (about === 'removed') continue;
      if (about === 'unreadable' || about === 'too-many') {
        skipped++;
        continue;
      }
      const { size, mtimeMs } = about.value;
      const name = entry.name.slice(0, -ending.length);
      found.push({ folder: names.join('/'), name, ending, path, size, changedAt: mtimeMs });
    }
  }
}

/** Other programs change these files: one that is removed or unreadable does not hide the others. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<{ value: T } | 'removed' | 'unreadable'> {
  try {
    return { value: await work };
  } catch (thrown) {
    if (!isErrno(thrown)) throw thrown;
    return thrown.code === 'ENOENT' ? 'removed' : 'unreadable';
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (thrown) {
    if (isErrno(thrown) && thrown.code === 'ENOENT') return false;
    throw thrown;
  }
}

function asStorageError(thrown: unknown, what: string): PortError {
  if (thrown instanceof PortError) return thrown;
  return new PortError({
    code: 'storage',
    message: `${what}. Check free disk space and folder permissions.`,
    detail: String(thrown),
    retryable: true,
  });
}
