/** Lays out the application bundle of macOS. */
import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeArchive } from '../app/app-archive.ts';
import type { BuildInfo } from '../app/build-info.ts';
import type { Distribution } from '../app/electron-distribution.ts';
import { flip, readFuses, wrongFuses, type FuseReport } from '../app/fuses.ts';
import { bundleInfo, EXECUTABLE, helperInfo, ICON } from './bundle-info.ts';
import { iconFile } from './icon.ts';
import { propertyList } from './property-list.ts';

export interface LayoutOptions {
  /** `NAME.app`. */
  readonly bundle: string;
  readonly build: BuildInfo;
  readonly distribution: Distribution;
  /** Folder of the native files. */
  readonly native: string;
}

export async function layOut({ bundle, build, distribution, native }: LayoutOptions): Promise<FuseReport[]> {
  await rm(bundle, { recursive: true, force: true });
  await cp(await bundleOf(distribution), bundle, { recursive: true, verbatimSymlinks: true });
  const contents = join(bundle, 'Contents');
  const resources = join(contents, 'Resources');
  // A signature of Electron's would no longer match.
  await rm(join(contents, '_CodeSignature'), { recursive: true, force: true });
  await renameOnly(join(contents, 'MacOS'), EXECUTABLE);
  await renameHelpers(join(contents, 'Frameworks'));
  await removeLanguages(resources);
  await removeLanguages(join(contents, 'Frameworks/Electron Framework.framework/Versions/A/Resources'));
  for (const name of await readdir(resources))
    if (/\.(asar|icns)$/.test(name)) await rm(join(resources, name));
  await writeFile(join(resources, ICON), iconFile());
  const archive = await makeArchive({ resources, staging: `${bundle}.archive`, build, native });
  await writeFile(join(contents, 'Info.plist'), propertyList(bundleInfo(archive.headerHash)));
  await flip(bundle);
  const fuses = await readFuses(bundle);
  const wrong = wrongFuses(fuses);
  if (wrong.length > 0) throw new Error(`The fuses of ${bundle} are not as wanted: ${wrong.join(', ')}.`);
  return fuses;
}

async function bundleOf({ folder }: Distribution): Promise<string> {
  const bundle = (await readdir(folder)).find((name) => name.endsWith('.app'));
  if (bundle === undefined) throw new Error(`${folder} is not an Electron for macOS: it has no application.`);
  return join(folder, bundle);
}

/** Gives the one program of a folder another name. */
async function renameOnly(folder: string, to: string): Promise<void> {
  const [from = ''] = await readdir(folder);
  await rename(join(folder, from), join(folder, to));
}

async function renameHelpers(frameworks: string): Promise<void> {
  for (const name of await readdir(frameworks)) {
    const suffix = /^.* Helper( \(\w+\))?\.app$/.exec(name);
    if (suffix === null) continue;
    const to = `${EXECUTABLE} Helper${suffix[1] ?? ''}`;
    const helper = join(frameworks, `${to}.app`);
    await rename(join(frameworks, name), helper);
    await renameOnly(join(helper, 'Contents/MacOS'), to);
    await writeFile(join(helper, 'Contents/Info.plist'), propertyList(helperInfo(suffix[1] ?? '')));
  }
}

/** The interface is in English. */
async function removeLanguages(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.lproj') && name !== 'en.lproj') await rm(join(folder, name), { recursive: true });
}
