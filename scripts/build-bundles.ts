/** Bundles the renderer (dist/renderer) and the Node sides (dist/electron/*.cjs) with Vite. */
import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { build } from 'vite';
import { buildIfStale } from './build-stamp.ts';
import { updateFeed } from './package/description.ts';
import { inRoot } from './paths.ts';

/** The oldest Node that runs these bundles: the one in the oldest Electron of the tests. */
const NODE_TARGET = 'node16';

const nodeEntries = {
  main: 'electron/main/index.ts',
  preload: 'electron/preload/index.ts',
  host: 'electron/host/process-entry.ts',
  serve: 'electron/serve/index.ts',
};

/** Both, unless nothing they are made of has changed. */
export async function buildStaleBundles(): Promise<void> {
  const shared = [
    'package-lock.json',
    'scripts/build-bundles.ts',
    'scripts/package/description.ts',
    'src/contract/**',
    'src/protocol/**',
    'src/document-copy/**',
  ];
  await Promise.all([
    buildIfStale(
      'renderer',
      [...shared, 'vite.config.ts', 'src/**'],
      ['dist/renderer/index.html'],
      buildRenderer,
    ),
    buildIfStale(
      'node-sides',
      [...shared, 'electron/**'],
      Object.keys(nodeEntries).map((name) => `dist/electron/${name}.cjs`),
      buildNodeSides,
    ),
  ]);
}

export async function buildRenderer(): Promise<void> {
  await build({ configFile: inRoot('vite.config.ts'), logLevel: 'warn' });
}

/** One file per entry, CommonJS: Electron 22 supports nothing else in a sandboxed preload or a utility process. */
export async function buildNodeSides(): Promise<void> {
  for (const [name, entry] of Object.entries(nodeEntries)) {
    if (!existsSync(inRoot(entry))) throw new Error(`The bundle "${name}" has no entry ${entry}.`);
    await build({
      configFile: false,
      root: inRoot('.'),
      logLevel: 'warn',
      publicDir: false,
      // ws has two optional native packages; without them it uses JavaScript.
      define: {
        'process.env.WS_NO_BUFFER_UTIL': '"1"',
        'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
        // Text in text: the host parses it. Empty: this build has no feed.
        'process.env.ROOKERY_UPDATE_FEED': JSON.stringify(
          updateFeed === null ? '' : JSON.stringify(updateFeed),
        ),
      },
      ssr: { noExternal: true, external: ['electron'] },
      build: {
        ssr: inRoot(entry),
        target: NODE_TARGET,
        outDir: inRoot('dist/electron'),
        emptyOutDir: false,
        sourcemap: true,
        minify: false,
        rolldownOptions: {
          external: [
            'electron',
            ...builtinModules,
            ...builtinModules.map((name) => `node:${name}`),
            'bufferutil',
            'utf-8-validate',
          ],
          output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false },
        },
      },
    });
  }
}

if (import.meta.main) {
  await Promise.all([buildRenderer(), buildNodeSides()]);
}
