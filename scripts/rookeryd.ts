/** `npm run rookeryd -- --data DIR --port N`: builds and runs the engine as a standalone server. */
import { buildNative } from './build-native.ts';
import { executable, inRoot } from './paths.ts';
import { runCommand } from './run-command.ts';

await buildNative('release', ['server', 'stackcap']);
const { code } = await runCommand(inRoot('dist/native', executable('rookeryd')), process.argv.slice(2));
process.exit(code);
