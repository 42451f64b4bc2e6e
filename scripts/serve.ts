/** `npm run serve -- --port 0 --data DIR --no-open`: builds, then serves the UI on a loopback port and prints one JSON line. */
import { buildStaleBundles } from './build-bundles.ts';
import { buildNative } from './build-native.ts';
import { inRoot } from './paths.ts';

// Standard output has only the JSON line: builds write to standard error.
const toStandardError = process.stderr.write.bind(process.stderr);
const standardOutput = process.stdout.write.bind(process.stdout);
process.stdout.write = toStandardError;
await buildNative('start', ['addon', 'stackcap']);
await buildStaleBundles();
process.stdout.write = standardOutput;

process.argv.splice(1, 1, inRoot('dist/electron/serve.cjs'));
await import(inRoot('dist/electron/serve.cjs'));
