/** The installation of the capture program with its capability, where another user could exchange the file. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { executable, inRoot } from '../../paths.ts';
import { firstBreach, skipped, type Attack } from '../attack.ts';

export const exchangedHelper: Attack = {
  name: 'capture-helper-in-writable-folder',
  async run(environment) {
    if (process.platform !== 'linux') return skipped('file capabilities are for Linux');
    if (process.getuid?.() !== 0) return skipped('only root installs the capture program');
    // Below the temporary folder, which everybody may write to: no folder in it is safe.
    const folder = await environment.folder();
    const writable = join(folder, 'writable');
    const link = join(folder, 'link');
    await mkdir(writable);
    await chmod(writable, 0o777);
    await symlink('/usr/local', link);
    const places = [
      writable,
      join(writable, 'inner'),
      link,
      join(link, 'lib'),
      `${writable}/../writable`,
      'relative',
    ];
    const breaches = places.map((place) => {
      const { status, stderr } = spawnSync(
        'sh',
        [
          inRoot('dist/native/postinstall.sh'),
          '--into',
          place,
          '--group',
          'daemon',
          inRoot('dist/native', executable('stackcap')),
        ],
        { encoding: 'utf8', cwd: folder },
      );
      if (status === 0 || existsSync(join(place, 'stackcap')))
        return `The capture program was installed into ${place} (${stderr.trim()})`;
      return undefined;
    });
    return firstBreach(breaches, `${places.length} folders refused`);
  },
};
