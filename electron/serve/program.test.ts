/** Serve mode as a program: what it prints, how it ends. Run from source, as a developer does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../host/test-world/temporary-folder.ts';

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
  const entered = await fetch(url, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
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

it('ends when its parent does, if asked to', async () => {
  const program = start(['--data', await temporaryFolder(), '--no-open', '--parent-stdin']);
  await ready(program);
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
});

it('prints the address where no browser can be opened, and goes on', async () => {
  const program = start(['--data', await temporaryFolder()], { PATH: await temporaryFolder() });
  const { url } = await ready(program);
  await expect.poll(program.err).toContain(url);
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(0);
});

it('says in one sentence why it cannot start', async () => {
  const taken = net.createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const data = await temporaryFolder();
  for (const [args, words] of [
    [['--port', String(port)], 'used by another program'],
    [['--port', 'many'], '--port takes a number'],
    [['--colour', 'red'], '--colour'],
  ] as const) {
    const program = start([...args, '--data', data, '--no-open']);
    expect(await program.exit).toBe(1);
    expect(program.out()).toBe('');
    expect(program.err()).toContain(words);
    expect(program.err().trim().split('\n')).toHaveLength(1);
  }
});
