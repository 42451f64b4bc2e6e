import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Complete path of a program; throws with the command that installs it. */
export function needProgram(
  names: readonly string[],
  debianPackage: string,
  folders: readonly string[] = [],
): string {
  const all = [...(process.env.PATH ?? '').split(delimiter), ...folders];
  for (const name of names)
    for (const folder of all) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder.
      }
    }
  throw new Error(`${names.join(' or ')} is missing. On Debian: apt-get install ${debianPackage}`);
}

/** Tests that start themselves again need a kernel that starts programs of this processor through the emulator. */
export function needForeignPrograms(processor: string): void {
  const folder = '/proc/sys/fs/binfmt_misc';
  if (existsSync(join(folder, `qemu-${processor}`))) return;
  throw new Error(
    `The kernel does not start programs for ${processor}. As root: mount -t binfmt_misc none ${folder}; cp /usr/lib/binfmt.d/qemu-${processor}.conf ${folder}/register`,
  );
}

export function needRustTarget(triple: string): void {
  const installed = execFileSync('rustup', ['target', 'list', '--installed'], { encoding: 'utf8' });
  if (!installed.split('\n').includes(triple))
    throw new Error(`Rust has no standard library for ${triple}. Run: rustup target add ${triple}`);
}
