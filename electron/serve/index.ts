/** Entry of serve mode: see README.md. Standard output has only the one JSON line. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createHost } from '../host/host.ts';
import { nativeFiles } from '../host/native-files.ts';
import { PassphraseProtection } from '../host/passwords/passphrase-protection.ts';
import { noProtection, type PasswordProtection } from '../host/passwords/password-protection.ts';
import { closingText } from '../host/recorder/closing-text.ts';
import { TOKEN_LIFETIME_MS } from './admission.ts';
import { defaultDataFolder } from './data-folder.ts';
import { Downloads } from './downloads.ts';
import { openBrowser } from './open-browser.ts';
import { askPassphrase, readPassphraseFile } from './passphrase.ts';
import { serve } from './server.ts';

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

async function main(): Promise<void> {
  // Electron 22's Node knows no defaults of options.
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      renderer: { type: 'string' },
      'no-open': { type: 'boolean' },
      'parent-stdin': { type: 'boolean' },
      'trust-page': { type: 'boolean' },
      'code-lifetime': { type: 'string' },
      'passphrase-file': { type: 'string' },
      'ask-passphrase': { type: 'boolean' },
    },
  });
  const port = z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .safeParse(values.port ?? '0');
  if (!port.success)
    throw new Error(`--port takes a number from 0 (any) to 65535, not "${values.port ?? ''}".`);

  const lifetime = z.coerce
    .number()
    .int()
    .min(10)
    .max(600)
    .safeParse(values['code-lifetime'] ?? '120');
  if (!lifetime.success)
    throw new Error(`--code-lifetime takes 10 to 600 seconds, not "${values['code-lifetime'] ?? ''}".`);

  const { root, dist } = installed();
  const downloads = new Downloads();
  let recordings = { recording: 0, planned: 0 };
  const host = await createHost({
    dataFolder: resolve(values.data ?? defaultDataFolder(process.env)),
    surface: 'serve',
    version: readVersion(root),
    ...nativeFiles(dist, process.env),
    exportWay: { kind: 'download', offer: (file, signal) => downloads.offer(file, signal) },
    confirmation: values['trust-page']
      ? { method: 'off' }
      : { method: 'code', print: say, lifetimeMs: lifetime.data * 1000 },
    passwordProtection: await protectionOf(values['passphrase-file'], values['ask-passphrase'] ?? false),
    onRecordings: (counts) => (recordings = counts),
    logLevel: process.env.ROOKERY_LOG === 'debug' ? 'debug' : 'info',
  });
  const browserState = { entered: false };
  /** Removes the redirect file. */
  let forgetFile = (): void => undefined;
  const served = await serve({
    handlersForWindow: () => host.handlersForWindow(),
    log: host.log,
    downloads,
    rendererFolder: resolve(values.renderer ?? join(dist, 'renderer')),
    port: port.data,
    onEntered: () => {
      browserState.entered = true;
      forgetFile();
    },
  });

  let stopping = false;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    host.log.write('info', 'serve-stopping', { why });
    forgetFile();
    const text = closingText(recordings);
    if (text) say(`${text.message} ${text.detail}`);
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
  if (values['parent-stdin']) process.stdin.on('end', () => stop('parent ended'));
  // A line on standard input prints a new address, for another browser or after the first one expired.
  process.stdin.setEncoding('utf8').on('data', (text) => {
    if (String(text).includes('\n')) say(`New address, for ${lifetimeText}: ${served.newAddress()}`);
  });
  process.stdin.on('error', (cause) => host.log.write('warn', 'standard-input-failed', { cause }));

  if (values['trust-page'])
    say(
      'Pages of this run may change access and certificates without a confirmation, but start no new programs (--trust-page).',
    );
  process.stdout.write(`${JSON.stringify({ url: served.url, port: served.port, pid: process.pid })}\n`);
  if (process.stdin.isTTY) say(`The address works for ${lifetimeText}. Press Enter here for a new one.`);
  if (values['no-open']) return;
  const browser = await openBrowser(served.url);
  const removal = setTimeout(() => forgetFile(), TOKEN_LIFETIME_MS);
  forgetFile = () => {
    clearTimeout(removal);
    browser
      .forget()
      .catch((cause: unknown) => host.log.write('warn', 'redirect-file-not-removed', { cause }));
  };
  if (browserState.entered) forgetFile();
  if (!browser.opened)
    say(
      `No browser could be opened here. Open this address yourself, within ${TOKEN_LIFETIME_MS / 1000} s: ${served.url}`,
    );
}

/** Without a passphrase, certificate passwords stay in memory. */
async function protectionOf(file: string | undefined, ask: boolean): Promise<PasswordProtection> {
  if (file === undefined && !ask)
    return noProtection('To save passwords here, start Rookery with --ask-passphrase or --passphrase-file.');
  const passphrase =
    file === undefined
      ? await askPassphrase(process.stdin.setEncoding('utf8'), (text) => void process.stderr.write(text))
      : await readPassphraseFile(resolve(file));
  return new PassphraseProtection(passphrase);
}

const lifetimeText = `${TOKEN_LIFETIME_MS / 1000} s and one use`;

/** From source this file is in electron/serve, as a bundle in dist/electron. */
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
