/** A Debian of its own, without Rookery and its build tools, in which the package is installed. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../paths.ts';
import { debianDepends } from '../linux/dependencies.ts';

const SUITE = 'bookworm';
const MIRROR = process.env.ROOKERY_DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
const run = promisify(execFile);

/** Why a clean root cannot be made here; undefined: it can. */
export async function refusalOfCleanRoot(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'needs root (mounts and chroot)';
  if (existsSync(baseFolder())) return undefined;
  try {
    await run('debootstrap', ['--version']);
  } catch {
    return 'needs debootstrap (Debian package debootstrap)';
  }
  return undefined;
}

const baseFolder = (): string => join(cacheFolder, `package-root/${SUITE}`);

/** Debian with the dependencies of the package, and a virtual display; kept in the cache. */
export async function obtainBase(): Promise<string> {
  const base = baseFolder();
  if (existsSync(base)) return base;
  const aside = `${base}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  const first = debianDepends.map((each) => each.replace(/ .*$/, ''));
  await run('debootstrap', ['--variant=minbase', SUITE, aside, MIRROR], { maxBuffer: 64 << 20 });
  await run(
    'chroot',
    [
      aside,
      'sh',
      '-c',
      `apt-get install -y --no-install-recommends xvfb xauth xdotool procps man-db desktop-file-utils shared-mime-info ${first.join(' ')} && apt-get clean`,
    ],
    { maxBuffer: 64 << 20, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
  );
  await rename(aside, base);
  return base;
}

export class CleanRoot {
  private readonly work = mkdtempSync(join(tmpdir(), 'rookery-package-'));
  private readonly base: string;

  constructor(base: string) {
    this.base = base;
  }

  /** What was written, as paths of the root. */
  get changes(): string {
    return join(this.work, 'upper');
  }

  /** Puts a file of this computer into /root. */
  async put(file: string, name: string): Promise<void> {
    await mkdir(join(this.changes, 'root'), { recursive: true });
    await run('cp', [file, join(this.changes, 'root', name)]);
  }

  /** Runs a shell command as root; rejects with its output when it fails. */
  async run(command: string): Promise<string> {
    const { stdout } = await run('unshare', this.arguments(command), { maxBuffer: 64 << 20, cwd: '/' }).catch(
      (cause: unknown) => {
        const { stdout, stderr } = cause as { stdout?: string; stderr?: string };
        throw new Error(`In the clean root, this failed: ${command}\n${stdout ?? ''}${stderr ?? ''}`, {
          cause,
        });
      },
    );
    return stdout;
  }

  /** Starts a command that keeps running. All its processes end with the returned one. */
  start(command: string): ChildProcess {
    return spawn('unshare', this.arguments(command), { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async remove(): Promise<void> {
    await rm(this.work, { recursive: true, force: true });
  }

  /** A mount and process namespace of its own: mounts and processes end with the command. */
  private arguments(command: string): string[] {
    const { work } = this;
    const script = `set -e
mkdir -p ${work}/upper ${work}/overlay ${work}/root
mount -t overlay overlay -o lowerdir=${this.base},upperdir=${work}/upper,workdir=${work}/overlay ${work}/root
mount -t proc proc ${work}/root/proc
mount --rbind /dev ${work}/root/dev
mount -t tmpfs tmpfs ${work}/root/dev/shm
mount -t tmpfs tmpfs ${work}/root/tmp
exec chroot ${work}/root /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -c "$1"`;
    return ['--mount', '--pid', '--ipc', '--fork', '--kill-child', 'sh', '-c', script, 'sh', command];
  }
}
