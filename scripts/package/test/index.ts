/** Tries the Debian package: install, main job, security, upgrade, removal. Prints what it did and how long it took. */
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { product } from '../description.ts';
import { readFuses } from '../app/fuses.ts';
import { LIBRARY } from '../linux/paths.ts';
import { runTool } from '../app/run-tool.ts';
import { checkSecurity } from './checklist.ts';
import { CleanRoot, obtainBase, refusalOfCleanRoot } from './clean-root.ts';
import { checkFuseEffects } from './fuse-effects.ts';
import { checkInstalledFiles } from './installed-files.ts';
import { InstalledProgram, TEST_USER } from './installed-program.ts';
import { doMainJob, findEarlierData } from './main-job.ts';

const PROGRAM = `/usr/${LIBRARY}/rookery`;

export async function testPackage(deb: string): Promise<void> {
  const refusal = await refusalOfCleanRoot();
  if (refusal !== undefined) {
    console.log(`skipped: the package test ${refusal}.`);
    return;
  }
  const root = new CleanRoot(await obtainBase());
  const say = (sentence: string): void => console.log(`package test: ${sentence}`);
  try {
    await root.run(`useradd --create-home ${TEST_USER}`);
    const older = await withVersion(deb, '0.0.1');
    await root.put(older, 'older.deb');
    await root.put(deb, 'current.deb');
    await rm(older);
    await root.run('dpkg -i /root/older.deb');
    say('version 0.0.1 (the same files under a lower number) is installed');
    await use(root, async (program) => {
      for (const each of await doMainJob(program, root)) say(each);
    });

    const begun = performance.now();
    await root.run('dpkg -i /root/current.deb');
    const installed = performance.now();
    await use(root, async (program) => {
      const shown = performance.now();
      say(
        `from dpkg -i to a usable window: ${seconds(shown - begun)} (unpacking ${seconds(installed - begun)}, start ${seconds(shown - installed)})`,
      );
      await findEarlierData(program);
      say('the upgrade kept the data');
      await security(program, root, say);
    });
    for (const each of await checkInstalledFiles(root)) say(`as installed: ${each}`);
    for (const each of await checkFuseEffects(root, PROGRAM)) say(each);

    await root.run('dpkg -r rookery');
    await expectOnlyData(root, false);
    say('removal left data and configuration only');
    await root.run('dpkg -P rookery');
    await expectOnlyData(root, true);
    say('purging left data only');
  } finally {
    await root.remove();
  }
}

async function use(root: CleanRoot, work: (program: InstalledProgram) => Promise<void>): Promise<void> {
  const program = await InstalledProgram.start(root);
  try {
    await work(program);
  } finally {
    await program.quit(root);
  }
}

async function security(
  { page }: InstalledProgram,
  root: CleanRoot,
  say: (sentence: string) => void,
): Promise<void> {
  const binary = join(root.changes, PROGRAM);
  const items = await checkSecurity({
    page,
    fuses: await readFuses(binary),
    electronVersion: readFileSync(join(root.changes, `usr/${LIBRARY}/version`), 'utf8').trim(),
    renderer: await rendererProcess(),
  });
  for (const { number, item, state, evidence } of items)
    if (state !== 'pass') say(`checklist ${number}, ${item}: ${state} (${evidence})`);
  const failed = items.filter(({ state }) => state === 'fail');
  if (failed.length > 0) throw new Error(`${failed.length} items of Electron's security checklist fail.`);
  say(
    `Electron's security checklist: ${items.filter(({ state }) => state === 'pass').length} of ${items.length} pass`,
  );
}

/** Processes of the clean root are visible here, with other numbers. */
async function rendererProcess(): Promise<{ commandLine: string; status: string }> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (commandLine.startsWith(PROGRAM) && commandLine.includes('--type=renderer'))
        return { commandLine, status: readFileSync(`/proc/${pid}/status`, 'utf8') };
    } catch {
      // The process ended.
    }
  }
  throw new Error('The window has no renderer process.');
}

/** The same files as a package of another version. */
async function withVersion(deb: string, version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-older-'));
  await runTool('dpkg-deb', ['-R', deb, folder]);
  await runTool('sed', ['-i', `s/^Version: .*/Version: ${version}/`, join(folder, 'DEBIAN/control')]);
  const target = `${folder}.deb`;
  await runTool('dpkg-deb', ['-Znone', '--build', folder, target]);
  await rm(folder, { recursive: true });
  return target;
}

/** Of the paths that were written, those of the package must be gone. */
async function expectOnlyData(root: CleanRoot, purged: boolean): Promise<void> {
  const found = await root.run(
    `find / -xdev \\( -path /proc -o -path /dev -o -path /root -o -path /home \\) -prune -o -iname '*rookery*' -print; getent group ${product.id} || true`,
  );
  const left = found
    .split('\n')
    .filter((path) => path !== '' && !/^\/var\/(lib\/dpkg|cache|log)\//.test(path))
    .filter((path) => purged || !(path === '/etc/default/rookeryd' || path.startsWith(`${product.id}:`)));
  if (left.length > 0)
    throw new Error(`After ${purged ? 'purging' : 'removal'} there is still: ${left.join(', ')}`);
  await root.run(`test -d /home/${TEST_USER}/.config/rookery/sandbox`);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
