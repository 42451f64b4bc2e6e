/**
 * `npm start`: builds what is missing or stale and opens Rookery in an Electron window or, without an Electron
 * binary, in the default browser in serve mode. Arguments after `--` go to the program (`--data DIR`, `--no-open`,
 * `--port N`).
 */
import { buildStaleBundles } from './build-bundles.ts';
import { buildNative } from './build-native.ts';
import { obtainElectron } from './electron-binary.ts';
import { inRoot } from './paths.ts';
import { runCommand } from './run-command.ts';

const programArguments = process.argv.slice(2);

await buildNative('start', ['addon', 'stackcap']);
await buildStaleBundles();

const electron = await obtainElectron();
if (electron === undefined) {
  console.error(
    'No Electron binary can be had here, so Rookery opens in your browser instead (same program, serve mode).',
  );
  const { code } = await runCommand(process.execPath, [
    inRoot('dist/electron/serve.cjs'),
    ...programArguments,
  ]);
  process.exit(code);
}
// Chromium's sandbox does not start as root, so it is disabled for root.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const { code } = await runCommand(electron, [...asRoot, inRoot('.'), ...programArguments]);
process.exit(code);
