/** Runs a packaging tool; a missing one names the Debian package that has it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const packages: Readonly<Record<string, string>> = {
  'dpkg-deb': 'dpkg',
  rpmbuild: 'rpm',
  readelf: 'binutils',
  tar: 'tar',
  debootstrap: 'debootstrap',
  zip: 'zip',
  unzip: 'unzip',
  makensis: 'nsis',
};

export async function runTool(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      maxBuffer: 64 << 20,
      ...(cwd === undefined ? {} : { cwd }),
    });
    return stdout;
  } catch (cause) {
    const problem = cause as Error & {
      readonly code?: unknown;
      readonly stderr?: string;
      readonly stdout?: string;
    };
    if (problem.code === 'ENOENT')
      throw new Error(`${program} is missing: install the package ${packages[program] ?? program}.`, {
        cause,
      });
    // makensis reports to both.
    const said = [problem.stdout, problem.stderr].map((text) => (text ?? '').trim()).filter(Boolean);
    throw new Error(`${program} failed: ${said.join('\n') || problem.message}`, { cause });
  }
}
