/** Serve mode as a program: output and exit. Run from source. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { SANDBOX_ID, type RecorderRequest } from '../../src/contract/index.ts';
import { PlannedRecordings } from '../host/recorder/planned-recordings.ts';
import { temporaryFolder } from '../host/test-environment/temporary-folder.ts';
import { enter } from './test-environment/enter.ts';

const entry = join(import.meta.dirname, 'index.ts');
const readyLine = z.strictObject({ url: z.url(), port: z.number(), pid: z.number() });

interface Program {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly exit: Promise<number | null>;
}

function start(args: readonly string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const exit = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, out: () => out, err: () => err, exit };
}

async function ready({ child }: Program): Promise<z.output<typeof readyLine>> {
  if (!child.stdout) throw new Error('started without a pipe');
  for await (const line of createInterface(child.stdout)) return readyLine.parse(JSON.parse(line));
  throw new Error('it ended without a line');
}

async function rendererFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), 'renderer');
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Rookery</title>');
  return folder;
}

it('prints exactly one line of JSON, serves the window, and ends cleanly on SIGTERM', async () => {
  const data = await temporaryFolder();
  const program = start(['--port', '0', '--data', data, '--no-open', '--renderer', await rendererFolder()]);
  const { url, port, pid } = await ready(program);
  expect(pid).toBe(program.child.pid);
  expect(new URL(url)).toMatchObject({ hostname: '127.0.0.1', port: String(port) });
  const { cookie } = await enter(url);
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie } });
  expect(await page.text()).toContain('Rookery');
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(program.out().trim().split('\n')).toHaveLength(1);
  expect(program.err()).toBe('');
  const log = await readFile(join(data, 'logs', 'rookery.log'), 'utf8');
  expect(log).toContain('host-stopped');
  expect(log).not.toContain(url.slice(url.lastIndexOf('/') + 1));
});

it('says at its end what happens to recordings', async () => {
  const data = await temporaryFolder();
  const request: RecorderRequest & { startAt: number } = {
    ...{ connection: SANDBOX_ID, databases: [], length: { kind: 'next', minutes: 1 }, triggers: [] },
    ...{ logLevel: 'Off', requests: 'none', mostPerSecond: 1000, note: '', maxMegabytes: 8 },
    startAt: Date.now() + 3_600_000,
  };
  const { plans } = await PlannedRecordings.open(data);
  await plans.add('1', 'Sandbox', request);
  const program = start(['--port', '0', '--data', data, '--no-open', '--renderer', await rendererFolder()]);
  await ready(program);
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(0);
  expect(program.err()).toBe(
    '1 recording is planned. Planned recordings start only while Rookery runs. Those whose time passes until the next start are listed as missed.\n',
  );
});

it('ends with its parent, if requested', async () => {
  const program = start(['--data', await temporaryFolder(), '--no-open', '--parent-stdin']);
  await ready(program);
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
});

it('prints the address where no browser can be opened, and continues', async () => {
  const program = start(['--data', await temporaryFolder()], { PATH: await temporaryFolder() });
  const { url } = await ready(program);
  await expect.poll(program.err).toContain(url);
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(0);
});

it('prints a new address for a line on standard input, and explains --trust-page', async () => {
  const program = start(['--data', await temporaryFolder(), '--no-open', '--parent-stdin', '--trust-page']);
  const { url } = await ready(program);
  expect(program.err()).toContain('without a confirmation');
  program.child.stdin?.write('\n');
  await expect.poll(program.err).toMatch(/New address.*http:\/\/127\.0\.0\.1:\d+\/enter\/[\w-]{43}/);
  const [next = ''] = /http:\S+/.exec(program.err()) ?? [];
  expect((await enter(url)).status).toBe(403);
  expect(await enter(next)).toMatchObject({
    status: 200,
    key: expect.stringMatching(/^[\w-]{43}$/) as unknown,
  });
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
});

it.skipIf(process.platform !== 'linux')(
  'opens the browser by a private redirect file: the address is on no command line',
  async () => {
    const folder = await temporaryFolder();
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    const seen = join(folder, 'seen');
    // Replaces the system's opener: records its arguments and the modes of the file and its folder.
    const opener = join(folder, 'xdg-open');
    await writeFile(
      opener,
      `#!/bin/sh\nf="\${1#file://}"\n{ echo "$@"; stat -c %a "$f"; stat -c %a "$(dirname "$f")"; cat "$f"; } > ${seen}.new\nmv ${seen}.new ${seen}\n`,
      { mode: 0o755 },
    );
    const program = start(['--data', join(folder, 'data')], {
      PATH: `${folder}:${process.env.PATH ?? ''}`,
      TMPDIR: temporary,
    });
    const { url } = await ready(program);
    await expect.poll(() => readFile(seen, 'utf8').catch(() => '')).toContain('</html>');
    const [called = '', fileMode, folderMode, ...page] = (await readFile(seen, 'utf8')).split('\n');
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect(called).toMatch(/^file:\/\/\S+\.html$/);
    expect(called).not.toContain(token);
    expect([fileMode, folderMode]).toEqual(['600', '700']);
    expect(page.join('\n')).toContain(`url=${url}"`);
    // It is removed after the address was used.
    await enter(url);
    await expect.poll(() => readdir(temporary)).toEqual([]);
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
  },
);

it.each([
  ['a taken port', ['--port', 'TAKEN'], 'used by another program'],
  ['a port that is no number', ['--port', 'many'], '--port takes a number'],
  ['a lifetime out of range', ['--code-lifetime', '5'], '--code-lifetime takes'],
  ['an unknown option', ['--colour', 'red'], '--colour'],
])('prints one sentence when it cannot start: %s', async (_why, args, words) => {
  const taken = net.createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const given = args.map((arg) => (arg === 'TAKEN' ? String(port) : arg));
  const program = start([...given, '--data', await temporaryFolder(), '--no-open']);
  expect(await program.exit).toBe(1);
  expect(program.out()).toBe('');
  expect(program.err()).toContain(words);
  expect(program.err().trim().split('\n')).toHaveLength(1);
});
