/** Archives: the application, the engine alone, and the debug files. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inRoot } from '../../paths.ts';
import { NATIVE } from '../app/app-archive.ts';
import { runTool } from '../app/run-tool.ts';
import { programs } from '../description.ts';
import { LIBRARY } from './paths.ts';

/** Packs the folder `name` in `parent`; root owns everything, and equal content gives equal archives. */
export async function makeTarball(parent: string, name: string, target: string, time: Date): Promise<void> {
  await rm(target, { force: true });
  await runTool('tar', [
    '--create',
    target.endsWith('.xz') ? '--xz' : '--gzip',
    `--file=${target}`,
    '--sort=name',
    '--owner=root:0',
    '--group=root:0',
    `--mtime=@${Math.floor(time.getTime() / 1000)}`,
    `--directory=${parent}`,
    name,
  ]);
}

/** The engine as a server: the program, the capture program with its installer, unit, manual page, completion. */
export async function layOutServer(prefix: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  const files: readonly (readonly [string, string])[] = [
    [join(prefix, LIBRARY, NATIVE, programs.server), programs.server],
    [join(prefix, LIBRARY, NATIVE, programs.capture), programs.capture],
    [join(prefix, LIBRARY, 'postinstall.sh'), 'postinstall.sh'],
    [join(prefix, 'lib/systemd/system/rookeryd.service'), 'rookeryd.service'],
    [join(prefix, 'share/man/man1/rookeryd.1.gz'), 'rookeryd.1.gz'],
    [join(prefix, 'share/bash-completion/completions/rookeryd'), 'completion/rookeryd'],
    [join(prefix, 'share/zsh/vendor-completions/_rookeryd'), 'completion/_rookeryd'],
    [join(prefix, 'share/fish/vendor_completions.d/rookeryd.fish'), 'completion/rookeryd.fish'],
    [inRoot('LICENSE'), 'LICENSE'],
  ];
  for (const [from, name] of files) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await cp(from, join(to, name));
  }
}
