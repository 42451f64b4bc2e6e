/** Tries the Windows installer under Wine: upgrade, the engine at work, removal. Prints what it did. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWine, type Wine } from '../../../cross/wine.ts';
import { NATIVE } from '../../app/app-archive.ts';
import { filesOf } from '../../app/folder-files.ts';
import { runTool } from '../../app/run-tool.ts';
import { product, programs } from '../../description.ts';
import { makeInstaller } from '../../windows/installer.ts';
import { exitCodes } from '../../windows/installer-script.ts';
import { UNINSTALL_KEY } from '../../windows/registry-script.ts';
import { checkAddon } from './addon.ts';
import { checkProgram } from './check-program.ts';
import { expectRegistered, expectUnregistered } from './registry.ts';
import { startServer, useServer } from './server-job.ts';
import { useStudio } from './studio.ts';
import { mustEnd, registryValue } from './windows-programs.ts';

/** Of the older version only. */
const OLD_FILE = 'of-an-older-version.txt';
const UNINSTALL_MS = 60_000;

export async function testInstaller({ zip, installer }: { zip: string; installer: string }): Promise<void> {
  const say = (sentence: string): void => console.log(`package test: ${sentence}`);
  const work = await mkdtemp(join(tmpdir(), 'rookery-windows-'));
  const wine = await openWine(process.env);
  try {
    const older = await olderInstaller(zip, work);
    const local = await localFolder(wine);
    const folder = join(local, 'Programs', product.name);
    const native = join(folder, NATIVE);

    await mustEnd(wine, older, ['/S']);
    if (!existsSync(join(folder, OLD_FILE))) throw new Error(`The installer made no ${folder}/${OLD_FILE}.`);
    say('version 0.0.1 (the same files under a lower number) is installed for one user, silently');
    await mustEnd(wine, installer, ['/S']);
    const version = await registryValue(wine, UNINSTALL_KEY, 'DisplayVersion');
    if (version !== product.version || existsSync(join(folder, OLD_FILE)))
      throw new Error(`The upgrade left version ${String(version)} or files of the older one.`);
    say(`the upgrade to ${product.version} removed the files of the older version`);
    await expectRegistered(wine, folder);
    say('file types, names of programs and the Start menu entry are registered');
    for (const each of await checkProgram(folder)) say(each);

    for (const name of [programs.desktop, programs.server]) {
      // Run by Wine's command prompt.
      const said = await mustEnd(wine, 'cmd', ['/c', join(folder, 'bin', `${name}.cmd`), '--version']);
      if (!/\d+\.\d+\.\d+.*built \d{4}-\d\d-\d\d/.test(said))
        throw new Error(`${name}.cmd --version: ${said}`);
      say(`${name} --version: ${said.trim()}`);
    }
    say(await checkAddon(wine, native, work));
    const server = await startServer(wine, join(native, `${programs.server}.exe`), 'C:\\data');
    say(await useServer(server.url));
    await mustEnd(wine, installer, ['/S'], exitCodes.isRunning);
    say(`while it runs, the installer refuses with exit code ${exitCodes.isRunning}`);
    const code = await server.stop();
    if (code !== 0) throw new Error(`rookeryd.exe ended with ${String(code)}.`);

    for (const each of await useStudio(wine, folder, work)) say(`rookery.exe serve: ${each}`);

    const settings = join(local, '../Roaming', product.id);
    await mkdir(settings, { recursive: true });
    await writeFile(join(settings, 'settings.json'), '{}');
    await writeFile(join(folder, 'mine.txt'), 'of the user');
    await uninstall(wine, folder);
    const left = await readdir(folder, { recursive: true });
    if (left.join() !== 'mine.txt') throw new Error(`After the removal there is still: ${left.join(', ')}`);
    if (!existsSync(join(settings, 'settings.json')) || !existsSync(join(wine.drive, 'data')))
      throw new Error('The removal took data of the user.');
    await expectUnregistered(wine);
    say('removal left the data, the settings and a file of the user, and nothing else');

    // Without a space, around which Wine puts quotes: NSIS takes the rest of the line as it is.
    const given = join(wine.drive, 'chosen');
    await mustEnd(wine, installer, ['/S', '/D=C:\\chosen']);
    if (!existsSync(join(given, `${programs.desktop}.exe`))) throw new Error('/D= was not followed.');
    await uninstall(wine, given);
    if (existsSync(given)) throw new Error(`The removal left ${basename(given)}.`);
    say('/D= installs in another folder, and its removal leaves nothing there');
  } finally {
    await wine.close();
    await rm(work, { recursive: true, force: true });
  }
}

/** The uninstaller continues as a copy of itself, which nobody waits for. */
async function uninstall(wine: Wine, folder: string): Promise<void> {
  const program = join(folder, 'uninstall.exe');
  await mustEnd(wine, program, ['/S']);
  const until = performance.now() + UNINSTALL_MS;
  while (existsSync(program)) {
    if (performance.now() > until) throw new Error(`${program} did not remove itself.`);
    await sleep(100);
  }
  // It is the last but one thing that is removed.
  await sleep(1000);
}

/** The same files and one more as an installer of another version. */
async function olderInstaller(zip: string, work: string): Promise<string> {
  await runTool('unzip', ['-q', zip, '-d', work]);
  const folder = join(work, basename(zip, '.zip'));
  await writeFile(join(folder, OLD_FILE), '');
  const target = join(work, 'older-setup.exe');
  const files = await filesOf(folder);
  await makeInstaller({ folder, files, target, version: '0.0.1', compression: 'none' });
  return target;
}

async function localFolder(wine: Wine): Promise<string> {
  const users = (await readdir(join(wine.drive, 'users'))).filter((name) => name !== 'Public');
  return join(wine.drive, 'users', String(users[0]), 'AppData/Local');
}
