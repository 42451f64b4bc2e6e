/** The systems that packages are made for. */
import { basename } from 'node:path';
import { buildNative } from '../build-native.ts';
import { findDistribution, type Distribution } from './app/electron-distribution.ts';
import { findForeignDistribution } from './app/foreign-electron.ts';
import { linuxFormats, packageForLinux } from './linux/index.ts';
import { product } from './description.ts';
import { buildForMacos, checkMacosTools } from './macos/cross-build.ts';
import { macosFormats, packageForMacos } from './macos/index.ts';
import type { PackageOptions, Packages } from './package-options.ts';
import { buildForWindows, checkWindowsTools } from './windows/cross-build.ts';
import { packageForWindows, windowsFormats } from './windows/index.ts';

export interface PackagedSystem {
  readonly formats: readonly string[];
  /** Throws when a program that the formats need is missing. */
  checkTools(formats: readonly string[], test: boolean): void;
  findElectron(): Promise<Distribution>;
  buildNative(): Promise<void>;
  makePackages(options: PackageOptions): Promise<Packages>;
  /** `paths`: of the packages that were made. */
  test(paths: readonly string[]): Promise<void>;
}

export const linux: PackagedSystem = {
  formats: linuxFormats,
  checkTools: () => undefined,
  findElectron: findDistribution,
  buildNative: () => buildNative('release'),
  makePackages: packageForLinux,
  async test(paths) {
    const deb = paths.find((path) => path.endsWith('.deb') && !basename(path).includes('dbgsym'));
    if (deb === undefined) throw new Error('--test needs the Debian package: --only deb');
    const { testPackage } = await import('./test/index.ts');
    await testPackage(deb);
  },
};

export const windows: PackagedSystem = {
  formats: windowsFormats,
  checkTools: checkWindowsTools,
  findElectron: () => findForeignDistribution('win32', process.env),
  buildNative: buildForWindows,
  makePackages: packageForWindows,
  async test(paths) {
    const [zip, installer] = ['.zip', '-setup.exe'].map((ending) =>
      paths.find((path) => basename(path).startsWith(product.id) && path.endsWith(ending)),
    );
    if (zip === undefined || installer === undefined)
      throw new Error('--test needs the archive and the installer: leave out --only');
    const { testInstaller } = await import('./test/windows/index.ts');
    await testInstaller({ zip, installer });
  },
};

export const macos: PackagedSystem = {
  formats: macosFormats,
  checkTools: checkMacosTools,
  findElectron: () => findForeignDistribution('darwin', process.env),
  buildNative: buildForMacos,
  makePackages: packageForMacos,
  test: () => Promise.resolve(),
};

/** The formats of `--only`; without it all. */
export function chooseFormats({ formats }: PackagedSystem, only: string | undefined): readonly string[] {
  if (only === undefined) return formats;
  const names = only.split(',');
  for (const name of names)
    if (!formats.includes(name)) throw new Error(`--only takes ${formats.join(', ')}, not "${name}".`);
  return names;
}
