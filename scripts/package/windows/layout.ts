/** Lays out the files of the Windows packages below one folder, as they are installed. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../paths.ts';
import { makeArchive } from '../app/app-archive.ts';
import type { BuildInfo } from '../app/build-info.ts';
import { copyDistribution, type Distribution } from '../app/electron-distribution.ts';
import { flip, readFuses, wrongFuses, type FuseReport } from '../app/fuses.ts';
import { programs } from '../description.ts';
import { commands } from './commands.ts';
import { setResources } from './resources.ts';

export interface LayoutOptions {
  readonly folder: string;
  readonly build: BuildInfo;
  readonly distribution: Distribution;
  /** Folder of the cross-built files. */
  readonly native: string;
}

export async function layOut({ folder, build, distribution, native }: LayoutOptions): Promise<FuseReport[]> {
  await rm(folder, { recursive: true, force: true });
  const program = await copyDistribution(distribution, folder, {
    from: 'electron.exe',
    to: `${programs.desktop}.exe`,
  });
  const archive = await makeArchive({
    resources: join(folder, 'resources'),
    staging: `${folder}.archive`,
    build,
    native,
    programEnding: '.exe',
  });
  await setResources(program, archive.headerHash);
  await flip(program);
  const fuses = await readFuses(program);
  const wrong = wrongFuses(fuses);
  if (wrong.length > 0) throw new Error(`The fuses of ${program} are not as wanted: ${wrong.join(', ')}.`);
  await mkdir(join(folder, 'bin'));
  for (const [name, text] of Object.entries(commands(build)))
    await writeFile(join(folder, 'bin', name), text);
  await cp(inRoot('LICENSE'), join(folder, 'LICENSE.txt'));
  await cp(inRoot('docs/operating.md'), join(folder, 'operating.md'));
  return fuses;
}

/** The engine as a server. */
export async function layOutServer(folder: string, native: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const program of [programs.server, programs.capture])
    await cp(join(native, `${program}.exe`), join(folder, `${program}.exe`));
  await cp(inRoot('LICENSE'), join(folder, 'LICENSE.txt'));
}
