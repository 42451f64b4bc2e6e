/** Wine with a prefix of its own: nothing of the user's is read or changed. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../paths.ts';
import { needProgram } from './needs.ts';
import { needMingw } from './windows-target.ts';

export interface Wine {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  /** Drive C. */
  readonly drive: string;
  /** Ends what still runs in this prefix alone. */
  endPrograms(): void;
  /** Ends it, and removes the prefix. */
  close(): Promise<void>;
}

interface WinePrograms {
  readonly mingw: string;
  readonly wine: string;
  readonly wineserver: string;
}

/** Throws with the command that installs what is missing. */
export const needWine = (): WinePrograms => ({
  mingw: needMingw('gcc'),
  wine: needProgram(['wine64', 'wine'], 'wine64', ['/usr/lib/wine']),
  wineserver: needProgram(['wineserver', 'wineserver64'], 'wine64', ['/usr/lib/wine']),
});

/** A new prefix; `env` is added to what the programs get. */
export async function openWine(env: NodeJS.ProcessEnv): Promise<Wine> {
  const { mingw, wine, wineserver } = needWine();
  const work = await mkdtemp(join(tmpdir(), 'rookery-wine-'));
  const prefix = join(work, 'prefix');
  const all: NodeJS.ProcessEnv = {
    ...env,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    // Without a display, and without the offers to install Mono and Gecko.
    WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
  };
  delete all.DISPLAY;
  const endPrograms = (): void => {
    try {
      execFileSync(wineserver, ['-k'], { env: all });
      // Until they have ended.
      execFileSync(wineserver, ['-w'], { env: all });
    } catch {
      // Nothing runs.
    }
  };
  const close = async (): Promise<void> => {
    endPrograms();
    await rm(work, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    execFileSync(wine, ['wineboot', '--init'], { env: all, stdio: 'ignore' });
    // Wine 8 is Windows 7 unless it is set otherwise.
    execFileSync(wine, ['winecfg', '/v', 'win10'], { env: all, stdio: 'ignore' });
    const drive = join(prefix, 'drive_c');
    // Programs of Rust load this library of Windows 10, which Wine 8 lacks.
    const library = join(work, 'bcryptprimitives.dll');
    const source = inRoot('scripts/cross/bcryptprimitives.c');
    execFileSync(mingw, ['-shared', '-O2', '-o', library, source, '-ladvapi32']);
    const system = join(drive, 'windows/system32');
    await mkdir(system, { recursive: true });
    await copyFile(library, join(system, 'bcryptprimitives.dll'));
    return { program: wine, env: all, drive, endPrograms, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}
