/**
 * Reads files of the built window from its folder, for `app://` and for serve mode. Files outside of the folder are
 * not accessible.
 */
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, relative, isAbsolute, sep } from 'node:path';
import { isErrno } from '../errno.ts';

export interface RendererFile {
  readonly body: Buffer;
  readonly type: string;
  /** Built files have a hash in their name and are immutable. */
  readonly immutable: boolean;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** `path` as in the URL, percent-encoded. Undefined: the file does not exist, or is not accessible. */
export async function readRendererFile(folder: string, path: string): Promise<RendererFile | undefined> {
  const wanted = pathInFolder(path);
  if (wanted === undefined) return undefined;
  const type = types[extname(wanted).toLowerCase()];
  if (type === undefined) return undefined;
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, wanted))]);
    const inside = relative(root, file);
    // A link inside the folder must not point outside.
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return undefined;
    return { body: await readFile(file), type, immutable: wanted.startsWith('assets/') };
  } catch (cause) {
    if (isErrno(cause) && ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(cause.code ?? ''))
      return undefined;
    throw cause;
  }
}

function pathInFolder(path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (decoded === '/') return 'index.html';
  const segments = decoded.slice(1).split('/');
  const odd = (segment: string): boolean =>
    segment === '' || segment.startsWith('.') || /[\\:\0]/.test(segment);
  return decoded.startsWith('/') && !segments.some(odd) ? segments.join('/') : undefined;
}
