/** Writes the installer with NSIS. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../app/run-tool.ts';
import { installerScript, type InstallerOptions } from './installer-script.ts';
import { iconFile } from './icon.ts';

export interface Installer {
  /** What is installed. */
  readonly folder: string;
  /** Relative paths with `/`. */
  readonly files: readonly string[];
  readonly target: string;
  readonly version: string;
  readonly compression?: InstallerOptions['compression'];
}

export async function makeInstaller(installer: Installer): Promise<void> {
  const { folder, files, target, version, compression = 'lzma' } = installer;
  let bytes = 0;
  for (const file of files) bytes += (await stat(join(folder, file))).size;
  const [script, icon] = [`${folder}.nsi`, `${folder}.ico`];
  await writeFile(icon, iconFile());
  const text = installerScript({
    files,
    kilobytes: Math.ceil(bytes / 1024),
    version,
    icon,
    target,
    compression,
  });
  // With a mark, so that makensis reads it as UTF-8.
  await writeFile(script, `\uFEFF${text}`);
  await runTool('makensis', ['-V2', '-WX', '-NOCD', script], folder);
}
