/** What the packages of every system are made from, and what comes out. */
import type { BuildInfo } from './app/build-info.ts';
import type { Distribution } from './app/electron-distribution.ts';
import type { FuseReport } from './app/fuses.ts';
import type { Artefact } from './sizes.ts';

export interface PackageOptions {
  /** The folder of the packages. */
  readonly output: string;
  /** Of the formats of the system. */
  readonly formats: readonly string[];
  readonly build: BuildInfo;
  readonly distribution: Distribution;
}

export interface Packages {
  readonly artefacts: Artefact[];
  readonly fuses: FuseReport[];
}
