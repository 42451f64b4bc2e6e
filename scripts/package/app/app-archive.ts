/** Makes `resources/app.asar`, with the native files beside it. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createPackageWithOptions, getRawHeader } from '@electron/asar';
import { createHash } from 'node:crypto';
import { inRoot } from '../../paths.ts';
import { contents, product } from '../description.ts';
import type { PackageEntry } from '../description-types.ts';
import type { BuildInfo } from './build-info.ts';

/** Folder of the native files, below the application. */
export const NATIVE = 'resources/app.asar.unpacked/dist/native';

export interface ArchiveOptions {
  readonly resources: string;
  /** A folder for the files of the archive; removed afterwards. */
  readonly staging: string;
  readonly build: BuildInfo;
  /** Where native files of another system are taken from instead of `dist/native`. */
  readonly native?: string;
  /** `.exe` on Windows, for programs among the native files. */
  readonly programEnding?: string;
}

export interface Archive {
  readonly path: string;
  /** SHA-256 of the header, as Electron's asar integrity compares it. */
  readonly headerHash: string;
}

export async function makeArchive(options: ArchiveOptions): Promise<Archive> {
  const { resources, staging, build } = options;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  for (const entry of contents) if (entry.role !== 'debug') await stage(entry, options);
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(appManifest(build), null, 2)}\n`);
  await mkdir(resources, { recursive: true });
  const path = join(resources, 'app.asar');
  await createPackageWithOptions(staging, path, { unpackDir: 'dist/native' });
  await rm(staging, { recursive: true });
  const { headerString } = getRawHeader(path);
  return { path, headerHash: createHash('sha256').update(headerString).digest('hex') };
}

/** The package.json that Electron reads; `build` is shown by `--version`. */
export const appManifest = (build: BuildInfo): Record<string, unknown> => ({
  name: product.id,
  productName: product.name,
  version: product.version,
  description: product.summary,
  license: product.license,
  main: 'dist/electron/main.cjs',
  desktopName: `${product.id}.desktop`,
  build,
});

async function stage(
  entry: PackageEntry,
  { staging, native, programEnding = '' }: ArchiveOptions,
): Promise<void> {
  const target = entry.from;
  if (entry.role === 'unpacked') {
    const ending = target.includes('.') ? '' : programEnding;
    const name = target.replace(/^dist\/native\//, '');
    const from = native === undefined ? inRoot(`${target}${ending}`) : join(native, `${name}${ending}`);
    if (!existsSync(from)) throw new Error(`${from} is not built. Run \`npm run build\`.`);
    await copy(from, join(staging, `${target}${ending}`));
    return;
  }
  const source = inRoot(entry.from);
  if (!existsSync(source)) throw new Error(`${source} is not built. Run \`npm run build\`.`);
  if (entry.only === null) {
    await copy(source, join(staging, target));
    return;
  }
  for (const file of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    const relative = path.slice(source.length + 1).replaceAll('\\', '/');
    if (entry.only.test(relative)) await copy(path, join(staging, target, relative));
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
}
