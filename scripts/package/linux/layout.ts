/** Lays out the files of the Linux packages below one folder, as they are installed. */
import { gzipSync } from 'node:zlib';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inRoot } from '../../paths.ts';
import { makeArchive, NATIVE } from '../app/app-archive.ts';
import type { BuildInfo } from '../app/build-info.ts';
import { copyDistribution, type Distribution } from '../app/electron-distribution.ts';
import { flip, readFuses, wrongFuses, type FuseReport } from '../app/fuses.ts';
import { icons, product, programs } from '../description.ts';
import { appstream, desktopEntry, mimeTypes } from './desktop-files.ts';
import { LIBRARY } from './paths.ts';
import { completions, launcher, manualPages } from './shell-files.ts';

export interface LayoutOptions {
  /** What becomes `/usr`. */
  readonly prefix: string;
  readonly build: BuildInfo;
  readonly distribution: Distribution;
}

export async function layOut({ prefix, build, distribution }: LayoutOptions): Promise<FuseReport[]> {
  await rm(prefix, { recursive: true, force: true });
  const library = join(prefix, LIBRARY);
  const binary = await copyDistribution(distribution, library, { from: 'electron', to: programs.desktop });
  await makeArchive({ resources: join(library, 'resources'), staging: `${prefix}.archive`, build });
  await flip(binary);
  const fuses = await readFuses(binary);
  const wrong = wrongFuses(fuses);
  if (wrong.length > 0) throw new Error(`The fuses of ${binary} are not as wanted: ${wrong.join(', ')}.`);
  await write(join(library, 'bin', programs.desktop), launcher(build), 0o755);
  await copy('native/stackcap/postinstall.sh', join(library, 'postinstall.sh'), 0o755);
  await layOutShared(prefix, build);
  await link(`../${LIBRARY}/bin/${programs.desktop}`, join(prefix, 'bin', programs.desktop));
  await link(`../${LIBRARY}/${NATIVE}/${programs.server}`, join(prefix, 'bin', programs.server));
  await removeWriteAccess(prefix);
  return fuses;
}

/** The files below `share/` and the unit. */
async function layOutShared(prefix: string, build: BuildInfo): Promise<void> {
  const share = join(prefix, 'share');
  await write(join(share, 'applications', `${product.id}.desktop`), desktopEntry());
  await write(join(share, 'mime/packages', `${product.id}.xml`), mimeTypes());
  await write(join(share, 'metainfo', `${product.appId}.metainfo.xml`), appstream(build.date));
  for (const size of icons.sizes)
    await copy(icons.png(size), join(share, `icons/hicolor/${size}x${size}/apps/${product.id}.png`));
  await copy(icons.drawing, join(share, `icons/hicolor/scalable/apps/${product.id}.svg`));
  for (const [name, text] of Object.entries(manualPages(build)))
    // Without the name and the time of the build, so that equal pages are equal files.
    await write(join(share, 'man/man1', `${name}.gz`), gzipSync(text, { level: 9 }));
  for (const [program, { bash, zsh, fish }] of Object.entries(completions())) {
    await write(join(share, 'bash-completion/completions', program), bash);
    await write(join(share, 'zsh/vendor-completions', `_${program}`), zsh);
    await write(join(share, 'fish/vendor_completions.d', `${program}.fish`), fish);
  }
  const doc = join(share, 'doc', product.id);
  await copy('LICENSE', join(doc, 'copyright'));
  await write(join(doc, 'changelog.gz'), gzipSync(await readFile(inRoot('CHANGELOG.md')), { level: 9 }));
  await copy('docs/operating.md', join(doc, 'operating.md'));
  await copy('assets/linux/rookeryd.service', join(prefix, 'lib/systemd/system/rookeryd.service'));
}

export async function write(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, mode);
}

export async function copy(from: string, to: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(inRoot(from), to);
  await chmod(to, mode);
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

/** Packages belong to root: others read, and run what is a program. */
export async function removeWriteAccess(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}
