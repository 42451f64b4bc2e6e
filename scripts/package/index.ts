/**
 * `npm run package [-- --only deb,rpm,tar] [--skip-build] [--test]`: builds and writes the packages of this system to
 * `dist/packages`, with their sizes and checksums. `--test` then tries the Debian package in a clean root.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildNodeSides, buildRenderer } from '../build-bundles.ts';
import { buildNative } from '../build-native.ts';
import { inRoot } from '../paths.ts';
import { buildText, readBuildInfo } from './app/build-info.ts';
import { findDistribution } from './app/electron-distribution.ts';
import { linuxFormats, packageForLinux, type LinuxFormat } from './linux/index.ts';
import { measure, overBudget } from './sizes.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: linuxFormats.join(',') },
    'skip-build': { type: 'boolean', default: false },
    test: { type: 'boolean', default: false },
  },
});
if (process.platform !== 'linux' || process.arch !== 'x64')
  throw new Error('`npm run package` makes the packages of Linux x64, and runs there only.');
const formats = values.only.split(',').map((name): LinuxFormat => {
  const format = linuxFormats.find((each) => each === name);
  if (format === undefined) throw new Error(`--only takes ${linuxFormats.join(', ')}, not "${name}".`);
  return format;
});

const build = readBuildInfo(process.env);
const distribution = await findDistribution();
if (!values['skip-build']) {
  process.env.ROOKERY_BUILD = buildText(build);
  await buildNative('release');
  await Promise.all([buildRenderer(), buildNodeSides()]);
}
const output = inRoot('dist/packages');
await mkdir(output, { recursive: true });
const { artefacts, fuses } = await packageForLinux(output, formats, build, distribution);
const measured = await measure(artefacts);
await writeFile(
  join(output, 'SHA256SUMS'),
  measured.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''),
);
console.log(`Electron ${distribution.version}, ${buildText(build)}`);
for (const { name, wanted, state } of fuses)
  console.log(
    `fuse ${name}: ${state}${state === 'missing' ? ` in this Electron (wanted ${wanted ? 'on' : 'off'})` : ''}`,
  );
for (const { name, megabytes, budget } of measured)
  console.log(`${name}: ${megabytes} MB${budget === null ? '' : ` (budget ${budget} MB)`}`);
const over = overBudget(measured);
if (over.length > 0) throw new Error(`${over.join('; ')}.`);

if (values.test) {
  const { testPackage } = await import('./test/index.ts');
  const deb = artefacts.find(({ path }) => path.endsWith('.deb') && !basename(path).includes('dbgsym'));
  if (deb === undefined) throw new Error('--test needs the Debian package: --only deb');
  await testPackage(deb.path);
}
