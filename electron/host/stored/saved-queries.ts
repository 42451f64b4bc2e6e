/**
 * Saved queries as plain files, for an editor, version control and other programs:
 * `queries/CONNECTION/DATABASE/FOLDER/NAME.rql`. The host makes every path and does not interpret the texts.
 */
import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  MAX_SAVED_QUERY_CHARACTERS,
  PortError,
  type SavedQuery,
  type SavedQueryPlace,
} from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { replaceFile } from './replace-file.ts';

interface Owner {
  readonly connection: string;
  readonly database: string;
}

const ENDING = '.rql';
const MAX_FOLDERS = 4;
const MAX_QUERIES = 2_000;

export class SavedQueries {
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Sorted by folder and name. Files of other programs that are too large, and links, are left out. */
  async list(owner: Owner): Promise<{ queries: SavedQuery[]; path: string }> {
    const path = this.folderOf(owner);
    const queries: SavedQuery[] = [];
    await collect(path, [], queries);
    const key = ({ folder, name }: SavedQuery): string => `${folder}/${name}`;
    return { queries: queries.sort((a, b) => key(a).localeCompare(key(b))), path };
  }

  async save(owner: Owner, place: SavedQueryPlace, text: string, replace: boolean): Promise<void> {
    const path = this.pathOf(owner, place);
    try {
      if (!replace && (await exists(path)))
        throw new PortError({ code: 'bad-request', message: `A query named ${place.name} exists already.` });
      const { queries } = await this.list(owner);
      if (queries.length >= MAX_QUERIES && !(await exists(path)))
        throw new PortError({
          code: 'too-large',
          message: `This database has ${MAX_QUERIES} saved queries. Remove some first.`,
        });
      await replaceFile(path, text);
    } catch (thrown) {
      throw asStorageError(thrown, `The query could not be saved to ${path}`);
    }
  }

  /** Removing a query that does not exist succeeds. */
  async remove(owner: Owner, place: SavedQueryPlace): Promise<void> {
    const path = this.pathOf(owner, place);
    try {
      await rm(path, { force: true });
    } catch (thrown) {
      throw asStorageError(thrown, `${path} could not be removed`);
    }
  }

  private folderOf({ connection, database }: Owner): string {
    return join(this.root, segment(connection), segment(database));
  }

  private pathOf(owner: Owner, { folder, name }: SavedQueryPlace): string {
    const folders = folder === '' ? [] : folder.split('/');
    if (folders.length > MAX_FOLDERS)
      throw new PortError({
        code: 'bad-request',
        message: `At most ${MAX_FOLDERS} folders inside each other.`,
      });
    return join(this.folderOf(owner), ...folders.map(checked), checked(name) + ENDING);
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

async function collect(folder: string, names: readonly string[], found: SavedQuery[]): Promise<void> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    if (isErrno(thrown) && thrown.code === 'ENOENT') return;
    throw asStorageError(thrown, `The saved queries in ${folder} could not be read`);
  }
  for (const entry of entries) {
    if (found.length >= MAX_QUERIES) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && names.length < MAX_FOLDERS) await collect(path, [...names, entry.name], found);
    if (!entry.isFile() || !entry.name.endsWith(ENDING)) continue;
    const { size, mtimeMs } = await stat(path);
    if (size > MAX_SAVED_QUERY_CHARACTERS) continue;
    found.push({
      folder: names.join('/'),
      name: entry.name.slice(0, -ENDING.length),
      text: await readFile(path, 'utf8'),
      changedAt: mtimeMs,
    });
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
