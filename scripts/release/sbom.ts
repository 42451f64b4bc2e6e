/** `npm run sbom`: writes dist/packages/rookery-VERSION.cdx.json. SOURCE_DATE_EPOCH sets its date. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { inRoot } from '../paths.ts';
import { billOfMaterials, cargoMetadata, crateComponents, npmComponents } from './bill-of-materials.ts';

/** The programs of a package. */
const programs = ['rookery-addon', 'rookery-server', 'rookery-stackcap'];

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });
const { name, version, license } = manifest.parse(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')));
const metadata = cargoMetadata.parse(
  JSON.parse(
    execFileSync('cargo', ['metadata', '--format-version', '1', '--locked'], {
      cwd: inRoot('native'),
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    }),
  ),
);
const seconds = process.env.SOURCE_DATE_EPOCH;
const date = seconds === undefined || seconds === '' ? new Date() : new Date(Number(seconds) * 1000);
const npm = npmComponents(readFileSync(inRoot('package-lock.json'), 'utf8'));
const crates = crateComponents(metadata, programs);
const to = inRoot('dist/packages', `${name}-${version}.cdx.json`);
await mkdir(inRoot('dist/packages'), { recursive: true });
await writeFile(
  to,
  `${JSON.stringify(billOfMaterials({ name, version, licence: license, date }, [...npm, ...crates]), null, 1)}\n`,
);
console.log(`${to}: ${npm.length} npm packages, ${crates.length} crates`);
