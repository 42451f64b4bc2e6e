/**
 * `npm run package [-- --windows|--macos] [--only FORMATS] [--skip-build] [--test]`: builds and writes the packages of Linux
 * x64 (formats deb, rpm, tar), Windows x64 (zip, installer) or macOS x64 (zip) to `dist/packages`, with their sizes and
 * checksums. `--test` then tries the Debian package in a clean root, or the Windows installer under Wine.
 */
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildNodeSides, buildRenderer } from '../build-bundles.ts';
import { inRoot } from '../paths.ts';
import { buildText, readBuildInfo } from './app/build-info.ts';
import { chooseFormats, linux, macos, windows } from './systems.ts';
import { measure, overBudget, writeSums } from './sizes.ts';

const { values } = parseArgs({
  options: {
    windows: { type: 'boolean', default: false },
    macos: { type: 'boolean', default: false },
    only: { type: 'string' },
    'skip-build': { type: 'boolean', default: false },
    test: { type: 'boolean', default: false },
  },
});
if (process.platform !== 'linux' || process.arch !== 'x64')
  throw new Error('`npm run package` runs on Linux x64 only, where it makes the packages of every system.');
if (values.windows && values.macos) throw new Error('Give --windows or --macos, one at a time.');
const system = values.windows ? windows : values.macos ? macos : linux;
const formats = chooseFormats(system, values.only);
system.checkTools(formats, values.test);

const build = readBuildInfo(process.env);
const distribution = await system.findElectron();
if (!values['skip-build']) {
  process.env.ROOKERY_BUILD = buildText(build);
  await system.buildNative();
  await Promise.all([buildRenderer(), buildNodeSides()]);
}
const output = inRoot('dist/packages');
await mkdir(output, { recursive: true });
const { artefacts, fuses } = await system.makePackages({ output, formats, build, distribution });
const measured = await measure(artefacts);
await writeSums(output, measured);
console.log(`Electron ${distribution.version}, ${buildText(build)}`);
for (const { name, wanted, state } of fuses)
  console.log(
    `fuse ${name}: ${state}${state === 'missing' ? ` in this Electron (wanted ${wanted ? 'on' : 'off'})` : ''}`,
  );
for (const { name, megabytes, budget } of measured)
  console.log(`${name}: ${megabytes} MB${budget === null ? '' : ` (budget ${budget} MB)`}`);
const over = overBudget(measured);
if (over.length > 0) throw new Error(`${over.join('; ')}.`);
if (values.test) await system.test(artefacts.map(({ path }) => path));
