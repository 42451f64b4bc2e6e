/** Moves debug information of a program to a file beside it, as shipped builds have it. */
import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * `<file>.debug` receives symbols and line tables, the file keeps its code and unwind tables. Stack captures find the
 * debug file by its build id (`native/stacks/src/elf/debug_file.rs`). Returns false where `objcopy` is not installed: the
 * file is then unchanged. On Windows the compiler writes a separate `.pdb`; on macOS `dsymutil` would be needed.
 */
export async function splitDebugInfo(file: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const run = promisify(execFile);
  const debugFile = `${file}.debug`;
  const stripped = `${file}.stripped`;
  try {
    await run('objcopy', ['--only-keep-debug', '--compress-debug-sections=zlib', file, debugFile]);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false;
    throw cause;
  }
  await run('objcopy', ['--strip-unneeded', `--add-gnu-debuglink=${debugFile}`, file, stripped]);
  await rename(stripped, file);
  return true;
}
