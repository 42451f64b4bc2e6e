import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SecretCommand } from '../../../src/contract/index.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { runSecretCommand, type CommandLimits } from './run-secret-command.ts';

const SECRET = 'pa$$ wörd';

/** A program of one script: the Node that runs the tests. */
const node = (script: string, ...args: string[]): SecretCommand => [process.execPath, '-e', script, ...args];

const run = (command: SecretCommand, limits?: CommandLimits): Promise<string> =>
  runSecretCommand(command, new AbortController().signal, limits);
const failure = (command: SecretCommand, limits?: CommandLimits): Promise<string> =>
  run(command, limits).then(
    () => 'no failure',
    (thrown: unknown) => String(thrown),
  );

it('returns what the program prints, without the line break at its end', async () => {
  expect(await run(node('console.log(process.argv[1])', SECRET))).toBe(SECRET);
  expect(await run(node('process.stdout.write("a\\r\\n")'))).toBe('a');
  expect(await run(node('process.stdout.write("a\\n\\n")'))).toBe('a\n');
});

it('passes arguments as they are, because no shell reads them', async () => {
  const folder = await temporaryFolder();
  const made = join(folder, 'made');
  const argument = `$(touch ${made}); "\`touch ${made}\`" && touch ${made} | * ~`;
  expect(await run(node('console.log(process.argv[1])', argument))).toBe(argument);
  await expect(access(made)).rejects.toThrow();
});

it('gives the program no standard input', async () => {
  const reads = 'process.stdin.on("data", () => {}).on("end", () => console.log("ended"))';
  expect(await run(node(reads))).toBe('ended');
});

it('names the program and the failure, and nothing that was printed', async () => {
  const prints = `console.log(${JSON.stringify(SECRET)}); console.error(${JSON.stringify(SECRET)});`;
  const failed = await failure(node(`${prints} process.exitCode = 3`));
  expect(failed).toContain(process.execPath);
  expect(failed).toContain('ended with exit code 3');
  expect(failed).not.toContain(SECRET);
  expect(await failure(node(''))).toContain('printed nothing');
  expect(await failure(node('console.log()'))).toContain('printed nothing');
  const folder = await temporaryFolder();
  expect(await failure([join(folder, 'missing')])).toContain('was not found');
  await writeFile(join(folder, 'text'), 'no program', { mode: 0o600 });
  if (process.platform !== 'win32') expect(await failure([join(folder, 'text')])).toContain('not executable');
});

it('ends a program that takes too long, with the children that hold its output open', async () => {
  const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
  const failed = await failure(node(`${child}; console.log('part')`), { ms: 1000, bytes: 100 });
  expect(failed).toContain('did not finish within 1 s and was stopped');
  expect(failed).not.toContain('part');
});

it('ends a program that prints without end', async () => {
  const endless =
    'process.stdout.on("error", () => {}); setInterval(() => process.stdout.write("x".repeat(65536)), 0)';
  expect(await failure(node(endless), { ms: 20_000, bytes: 200_000 })).toContain('more than 200000 bytes');
});

it('ends the program with the signal', async () => {
  const abort = new AbortController();
  const running = runSecretCommand(node('setInterval(() => {}, 1000)'), abort.signal);
  abort.abort();
  await expect(running).rejects.toMatchObject({ code: 'certificate' });
});
