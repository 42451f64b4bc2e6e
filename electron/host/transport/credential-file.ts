/**
 * The only way to read a certificate, key or CA file. Only small regular local files: a network path would send the
 * user's credentials to a foreign server, and a device or pipe could block or never end.
 */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { PortError } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_PATH = 1024;

/** Windows has neither of these flags. */
const optional: { readonly O_NONBLOCK?: number; readonly O_NOFOLLOW?: number } = constants;
/** Does not wait for a pipe, and does not follow a link created after the path was resolved. */
const OPEN_FLAGS = constants.O_RDONLY | (optional.O_NONBLOCK ?? 0) | (optional.O_NOFOLLOW ?? 0);

/** `what` names the file in a sentence: "The client certificate". */
export async function readCredentialFile(path: string, what: string): Promise<Buffer> {
  mustBeLocalPath(path, what);
  try {
    const resolved = await realpath(path);
    mustBeLocalPath(resolved, what, path);
    const handle = await open(resolved, OPEN_FLAGS);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw refused(what, path, 'it is not a regular file');
      if (found.size > MAX_BYTES) throw refused(what, path, 'it is larger than 1 MiB');
      const bytes = Buffer.alloc(found.size);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw cause instanceof PortError ? cause : unreadable(what, path, cause);
  }
}

/** Changes with the file; reads only its metadata, because it runs before every request. */
export async function credentialFileStamp(path: string, what: string): Promise<string> {
  mustBeLocalPath(path, what);
  try {
    const { mtimeMs, size } = await stat(path);
    return `${path}:${mtimeMs}:${size}`;
  } catch (cause) {
    throw unreadable(what, path, cause);
  }
}

/** Throws for a path that must not be accessed. */
export function mustBeLocalPath(path: string, what: string, shown = path): void {
  const problem = pathProblem(path);
  if (problem !== undefined) throw refused(what, shown, problem);
}

/** Why a path is refused by its text, for both platforms; undefined: it may be accessed. */
export function pathProblem(path: string): string | undefined {
  if (path.length > MAX_PATH) return `its path is longer than ${MAX_PATH} characters`;
  if (path.includes('\0')) return 'its path contains a NUL character';
  // Windows reads both slashes alike: \\server\share, \\.\device, \\?\UNC\…
  if (/^[\\/]{2}/.test(path)) return 'it is a network or device path';
  if (/^\/(dev|proc|sys)(\/|$)/.test(path)) return 'it is a device or system path';
  if (/^[a-z]:[^\\/]/i.test(path)) return 'its path is not complete';
  const names = path.split(/[\\/]/);
  if (names.some((name) => /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])[ .]*(\..*)?$/i.test(name)))
    return 'its path names a device';
  // An alternate data stream, or a device with a colon.
  if (process.platform === 'win32' && path.slice(2).includes(':')) return 'its path contains a colon';
  if (!isAbsolute(path)) return 'its path is not complete: it has to begin at the root of the disk';
  return undefined;
}

function refused(what: string, path: string, problem: string): PortError {
  return new PortError({
    code: 'certificate',
    message: `${what} is not read: ${problem} (${path}). Choose a certificate file on this computer.`,
  });
}

function unreadable(what: string, path: string, cause: unknown): PortError {
  const missing = isErrno(cause) && cause.code === 'ENOENT';
  return new PortError({
    code: 'certificate',
    message: missing
      ? `${what} was not found: ${path}`
      : `${what} cannot be read: ${path}. Check its permissions.`,
    detail: String(cause),
  });
}
