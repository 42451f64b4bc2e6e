/** A release's tag names the version of package.json and of the crates: `node scripts/release/check-tag.ts v1.2.3`. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { inRoot } from '../paths.ts';

const tag = process.argv[2] ?? '';
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')));
const crates = /^version = "(.+)"$/m.exec(readFileSync(inRoot('native/Cargo.toml'), 'utf8'))?.[1];
if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json has the version ${version}.`);
if (crates !== version)
  throw new Error(`native/Cargo.toml has the version ${String(crates)}, package.json ${version}.`);
const files = inRoot('native/engine/tests/release_files', version);
if (!existsSync(files)) throw new Error(`${files} is missing: node scripts/write-release-files.ts`);
console.log(`${tag} is the version of the sources.`);
