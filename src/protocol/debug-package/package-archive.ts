/** Reads a debug package into nodes. The archive is untrusted: limits apply before anything is unpacked. */
import { parseServerDate } from '../server-date.ts';
import { crc32, zipEntries, type ZipEntry } from '../zip-entries.ts';

/** More than the packages of large clusters, which are some megabytes. */
export const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 50_000;
const MAX_UNPACKED_BYTES = 2 * 1024 * 1024 * 1024;
/** JSON compresses to a hundredth at most; small files are let through. */
const MAX_RATIO = 1_000;
const RATIO_MATTERS_FROM_BYTES = 1024 * 1024;

const SERVER_FOLDER = 'server-wide';

export interface PackageFile {
  /** As in the archive. */
  readonly name: string;
  readonly size: number;
  /** The collector failed: the file holds its error. */
  readonly isError: boolean;
  readonly read: () => Promise<string>;
}

export interface PackageNode {
  /** The id of its connection: the same for the same archive. */
  readonly id: string;
  /** Null when the package does not name it. */
  readonly tag: string | null;
  /** When the server collected it: milliseconds since 1970; NaN when the package does not say. */
  readonly takenAt: number;
  readonly databases: readonly string[];
  readonly files: readonly PackageFile[];
  /** The file of a route; of the server for a null database. */
  readonly find: (database: string | null, route: string) => PackageFile | undefined;
}

export interface DebugPackage {
  /** The name of the file. */
  readonly name: string;
  readonly nodes: readonly PackageNode[];
  /** Nodes whose archive cannot be read. */
  readonly problems: readonly string[];
}

export async function openDebugPackage(archive: Uint8Array, name: string): Promise<DebugPackage> {
  if (archive.byteLength > MAX_ARCHIVE_BYTES)
    throw new Error(`${name} is larger than 512 MB, the limit for a debug package.`);
  const budget = { files: MAX_FILES, bytes: MAX_UNPACKED_BYTES };
  const outer = checkedEntries(archive, budget);
  const id = `package-${crc32(archive).toString(16)}`;
  const nested = outer.filter((entry) => /\.zip$/i.test(entry.name));
  if (nested.length === 0) return { name, nodes: [await nodeOf(outer, id, name)], problems: [] };
  const nodes: PackageNode[] = [];
  const problems: string[] = [];
  for (const [place, entry] of nested.entries())
    try {
      const inner = checkedEntries(await entry.read(), budget);
      nodes.push(await nodeOf(inner, `${id}-${place}`, entry.name));
    } catch (thrown) {
      // An unreadable node must not hide the others.
      problems.push(`${entry.name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  if (nodes.length === 0) throw new Error(`No node of ${name} can be read. ${problems.join(' ')}`);
  return { name, nodes, problems };
}

function checkedEntries(archive: Uint8Array, budget: { files: number; bytes: number }): readonly ZipEntry[] {
  const entries = zipEntries(archive).filter((entry) => !entry.name.endsWith('/'));
  budget.files -= entries.length;
  if (budget.files < 0) throw new Error('The archive has more files than a debug package can have.');
  for (const { name, size, packed } of entries) {
    budget.bytes -= size;
    if (size >= RATIO_MATTERS_FROM_BYTES && size > packed * MAX_RATIO)
      throw new Error(`"${name}" expands to more than ${MAX_RATIO} times its size, as no real package does.`);
  }
  if (budget.bytes < 0)
    throw new Error('The archive unpacks to more than 2 GB, the limit for a debug package.');
  return entries;
}

async function nodeOf(entries: readonly ZipEntry[], id: string, archiveName: string): Promise<PackageNode> {
  const files = new Map<string, PackageFile>();
  const databases = new Map<string, string>();
  // The package of one database has its files at the root.
  const rootDatabase = /Database \[([^\]]+)\]/.exec(archiveName)?.[1];
  for (const entry of entries) {
    const [folder, file, ...deeper] = entry.name.replaceAll('\\', '/').split('/');
    const named = file ?? folder;
    const owner = file === undefined ? (rootDatabase ?? SERVER_FOLDER) : folder;
    if (owner === undefined || named === undefined || deeper.length > 0) continue;
    if (owner !== SERVER_FOLDER) databases.set(owner.toLowerCase(), owner);
    const key = fileKey(owner, named.replace(/\.[a-z]+$/i, ''));
    const found: PackageFile = {
      name: entry.name,
      size: entry.size,
      isError: /\.error$/i.test(named),
      read: async () => new TextDecoder().decode(await entry.read()),
    };
    if (!files.has(key) || files.get(key)?.isError) files.set(key, found);
  }
  if (![...files.values()].some(({ name }) => /\.json$/i.test(name)))
    throw new Error('The archive is not a debug package: it has no JSON files of a server.');
  const { tag, takenAt } = await metadataOf([...files.values()]);
  return {
    id,
    tag: /Node (?:- )?\[([^\]]+)\]/.exec(archiveName)?.[1] ?? tag,
    takenAt,
    databases: [...databases.values()].sort((a, b) => a.localeCompare(b)),
    files: [...files.values()].sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name)),
    find: (database, route) => files.get(fileKey(database ?? SERVER_FOLDER, route)),
  };
}

/** The server first, then its databases. */
const rank = (name: string): number => (name.startsWith(`${SERVER_FOLDER}/`) ? 0 : 1);

const LARGE_FILE_BYTES = 100_000;

/** The server writes time and node into most files; a small one is enough. */
async function metadataOf(
  files: readonly PackageFile[],
): Promise<{ readonly tag: string | null; readonly takenAt: number }> {
  for (const file of files) {
    if (file.isError || file.size > LARGE_FILE_BYTES || !/\.json$/i.test(file.name)) continue;
    // A damaged file is reported when it is opened.
    const text = await file.read().catch(() => '');
    const [, date, tag] = /"@metadata":\{"DateTime":"([^"]+)"[^}]*"NodeTag":"([^"]+)"/.exec(text) ?? [];
    if (date !== undefined && tag !== undefined) return { tag, takenAt: parseServerDate(date) };
  }
  return { tag: null, takenAt: Number.NaN };
}

/** Older versions keep the segment `debug` in names. Routes have slashes, file names dots. */
function fileKey(owner: string, route: string): string {
  const segments = route.toLowerCase().split(/[/.]/);
  return `${owner.toLowerCase()}/${segments.filter((each) => each !== '' && each !== 'debug').join('.')}`;
}
