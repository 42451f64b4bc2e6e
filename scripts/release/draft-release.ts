/** Makes a draft of the release with everything in dist/packages: `node scripts/release/draft-release.ts v1.2.3`. */
import { readdirSync } from 'node:fs';
import { inRoot } from '../paths.ts';
import { mustRun } from '../run-command.ts';

const tag = process.argv[2];
if (tag === undefined) throw new Error('Name the tag of the release.');
const folder = inRoot('dist/packages');
const files = readdirSync(folder).map((name) => inRoot('dist/packages', name));
if (files.length === 0) throw new Error(`${folder} has no packages: npm run package`);
const options = ['--draft', '--verify-tag', '--title', `Rookery ${tag.slice(1)}`, '--generate-notes'];
await mustRun('Making the draft of the release', 'gh', ['release', 'create', tag, ...options, ...files]);
