/** Entry of serve mode: see README.md. Standard output carries the one JSON line and nothing else. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createHost } from '../host/host.ts';
import { nativeFiles } from '../host/native-files.ts';
import { defaultDataFolder } from './data-folder.ts';
import { openBrowser } from './open-browser.ts';
import { serve } from './server.ts';

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      renderer: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      'parent-stdin': { type: 'boolean', default: false },
    },
  });
  const port = z.coerce.number().int().min(0).max(65535).safeParse(values.port);
  if (!port.success) throw new Error(`--port takes a number from 0 (any) to 65535, not "${values.port}".`);

  const { root, dist } = installed();
  const host = await createHost({
    dataFolder: resolve(values.data ?? defaultDataFolder(process.env)),
    surface: 'serve',
    version: readVersion(root),
    ...nativeFiles(dist, process.env),
    logLevel: process.env.ROOKERY_LOG === 'debug' ? 'debug' : 'info',
  });
  const served = await serve({
    handlers: host.handlers,
    log: host.log,
    rendererFolder: resolve(values.renderer ?? join(dist, 'renderer')),
    port: port.data,
  });

  let stopping = false;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    host.log.write('info', 'serve-stopping', { why });
    served
      .close()
      .then(() => host.close())
      .then(
        () => process.exit(0),
        (cause: unknown) => {
          say(`Rookery could not stop cleanly: ${cause instanceof Error ? cause.message : String(cause)}`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM')).on('SIGINT', () => stop('SIGINT'));
  if (values['parent-stdin']) process.stdin.on('end', () => stop('parent ended')).resume();

  process.stdout.write(`${JSON.stringify({ url: served.url, port: served.port, pid: process.pid })}\n`);
  if (!values['no-open'] && !(await openBrowser(served.url)))
    say(`No browser could be opened here. Open this address yourself, once: ${served.url}`);
}

/** From source this file lies in electron/serve, as a bundle in dist/electron. */
function installed(): { root: string; dist: string } {
  const bundled = typeof __dirname === 'string';
  const here = bundled ? __dirname : import.meta.dirname;
  const root = resolve(here, '..', '..');
  return { root, dist: bundled ? resolve(here, '..') : join(root, 'dist') };
}

function readVersion(root: string): string {
  const packageFile = z.looseObject({ version: z.string() });
  return packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;
}

main().catch((cause: unknown) => {
  const inUse = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
  say(
    inUse
      ? 'The port is used by another program. Choose another with --port, or 0 for any that is free.'
      : `Rookery could not start: ${cause instanceof Error ? cause.message : String(cause)}`,
  );
  process.exit(1);
});
