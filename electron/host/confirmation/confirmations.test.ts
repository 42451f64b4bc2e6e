/** Codes from the terminal, over the real port: what a page can do with and without them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ConfirmationQuestion, Port } from '../../../src/contract/index.ts';
import { startHost } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { RefusalPause } from './refusal-pause.ts';

async function start(lifetimeMs = 120_000) {
  const terminal: string[] = [];
  const folder = await temporaryFolder();
  const host = await startHost(folder, {
    confirmation: { method: 'code', print: (line) => terminal.push(line), lifetimeMs },
  });
  return { terminal, folder, window: () => windowOf(host.window()) };
}

function windowOf(port: Port) {
  let seen: ConfirmationQuestion | null = null;
  const watch = async (): Promise<void> => {
    for await (const { question } of port.open('confirmations.watch', {})) seen = question;
  };
  const watching = watch().catch(() => undefined);
  const question = async (): Promise<ConfirmationQuestion> => {
    await expect.poll(() => seen).not.toBeNull();
    if (seen === null) throw new Error('the question is gone again');
    return seen;
  };
  return { port, question, shown: () => seen, watching };
}

const add = (port: Port, name: string, signal?: AbortSignal) =>
  port.call(
    'connections.save',
    {
      connection: { kind: 'server', name, colour: 'red', mode: 'full', url: 'http://127.0.0.1:1' },
    },
    signal ? { signal } : {},
  );
const count = async (port: Port): Promise<number> =>
  (await port.call('connections.list', {})).connections.length;
const codes = (terminal: readonly string[]): string[] =>
  terminal.flatMap((line) => /^Code (\d{6}) allows: /.exec(line)?.[1] ?? []);
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
const refused = { code: 'not-confirmed' };

it('applies the held change for the code of the terminal, which states what it allows', async () => {
  const { terminal, folder, window } = await start();
  const { port, question } = window();
  const saving = add(port, 'Live');
  const { id, summary, method, attemptsLeft, expiresInMs } = await question();
  expect({ method, attemptsLeft }).toEqual({ method: 'code', attemptsLeft: 3 });
  expect(expiresInMs).toBeGreaterThan(100_000);
  const [code = ''] = codes(terminal);
  expect(terminal[0]).toBe(`Code ${code} allows: ${summary}`);
  expect(summary).toBe(
    'Add http://127.0.0.1:1 (connection "Live") with full access (everything the server allows, deleting databases included)',
  );
  expect(JSON.stringify(await question())).not.toContain(code);
  // With spaces, as copied from a terminal.
  const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `;
  expect(await port.call('confirmations.answer', { id, code: typed })).toEqual({
    accepted: true,
    attemptsLeft: 3,
  });
  expect((await saving).connection).toMatchObject({ name: 'Live', mode: 'full' });
  expect(terminal.at(-1)).toBe(`Confirmed: ${summary}`);
  const log = await readFile(join(folder, 'logs', 'rookery.log'), 'utf8');
  expect(log).not.toContain(code);
});

it('discards the change after three wrong codes, and pauses new questions', async () => {
  const { terminal, window } = await start();
  const { port, question, shown } = window();
  const outcome = expect(add(port, 'Live')).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('3 wrong codes') as unknown,
  });
  const { id } = await question();
  const [code = ''] = codes(terminal);
  for (const attemptsLeft of [2, 1, 0])
    expect(await port.call('confirmations.answer', { id, code: wrong(code) })).toEqual({
      accepted: false,
      attemptsLeft,
    });
  await outcome;
  // The right code after the last attempt.
  await expect(port.call('confirmations.answer', { id, code })).rejects.toMatchObject(refused);
  expect(await count(port)).toBe(1);
  await expect.poll(shown).toBeNull();
  await expect(add(port, 'Again')).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('Try again in') as unknown,
  });
  expect(codes(terminal)).toHaveLength(1);
});

it('discards the change when it expires', async () => {
  const { terminal, window } = await start(300);
  const { port } = window();
  await expect(add(port, 'Live')).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('Nobody confirmed this') as unknown,
  });
  expect(await count(port)).toBe(1);
  expect(terminal.at(-1)).toContain('expired');
});

it('rejects the code of an earlier question', async () => {
  const { terminal, window } = await start();
  const { port, question } = window();
  const first = expect(add(port, 'One')).rejects.toMatchObject(refused);
  const one = await question();
  await port.call('confirmations.cancel', { id: one.id });
  await first;
  const second = expect(add(port, 'Two')).rejects.toMatchObject(refused);
  await expect.poll(async () => (await question()).id).not.toBe(one.id);
  const two = await question();
  const [old = '', current = ''] = codes(terminal);
  if (old !== current)
    expect(await port.call('confirmations.answer', { id: two.id, code: old })).toMatchObject({
      accepted: false,
    });
  await expect(port.call('confirmations.answer', { id: one.id, code: current })).rejects.toMatchObject(
    refused,
  );
  await port.call('confirmations.cancel', { id: two.id });
  await second;
});

it('shows one question at a time per window, only in that window', async () => {
  const { terminal, window } = await start();
  const [first, second] = [window(), window()];
  const stop = new AbortController();
  const calls = ['One', 'Two'].map((name) =>
    add(first.port, name, stop.signal).catch((error: unknown) => error),
  );
  const one = await first.question();
  expect(one.summary).toContain('"One"');
  expect(codes(terminal)).toHaveLength(1);
  expect(second.shown()).toBeNull();
  // Another window cannot answer or discard it.
  const [code = ''] = codes(terminal);
  await expect(second.port.call('confirmations.answer', { id: one.id, code })).rejects.toMatchObject(refused);
  await expect(second.port.call('confirmations.cancel', { id: one.id })).rejects.toMatchObject(refused);
  const other = add(second.port, 'Three', stop.signal).catch((error: unknown) => error);
  expect((await second.question()).summary).toContain('"Three"');
  await first.port.call('confirmations.answer', { id: one.id, code });
  await expect.poll(async () => (await first.question()).summary).toContain('"Two"');
  stop.abort();
  await Promise.all([...calls, other]);
  expect(await count(first.port)).toBe(2);
});

it('queues at most eight questions, and discards those of a closed window', async () => {
  const { window } = await start();
  const { port, question } = window();
  const held = Array.from({ length: 8 }, (_, index) =>
    add(port, `Held ${index}`).catch((error: unknown) => error),
  );
  await question();
  await expect(add(port, 'Ninth')).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('waiting for a confirmation already') as unknown,
  });
  const next = window();
  await expect(add(next.port, 'Tenth')).rejects.toMatchObject(refused);
  port.close();
  await Promise.all(held);
  const after = add(next.port, 'Eleventh').catch((error: unknown) => error);
  await expect.poll(next.shown).not.toBeNull();
  next.port.close();
  await after;
});

it('lengthens the pause with every refusal, up to an hour, and resets it on a confirmation', () => {
  let now = 0;
  const pause = new RefusalPause(() => now);
  pause.refused('declined');
  pause.refused('declined');
  expect(pause.leftMs).toBe(0);
  pause.refused('declined');
  expect(pause.leftMs).toBe(10_000);
  const lengths = Array.from({ length: 12 }, () => {
    now += 3_600_000;
    pause.refused('wrong-codes');
    return pause.leftMs / 1000;
  });
  expect(lengths.slice(0, 4)).toEqual([20, 40, 80, 160]);
  expect(lengths.at(-1)).toBe(3600);
  pause.confirmed();
  now += 3_600_000;
  expect(pause.leftMs).toBe(0);
});

it('shows one dialog at a time, also to a page that opens several ports', async () => {
  const shown: ((allowed: boolean) => void)[] = [];
  const host = await startHost(await temporaryFolder(), {
    confirmation: {
      method: 'dialog',
      ask: () => new Promise((resolve) => shown.push(resolve)),
    },
  });
  const ports = [host.window(), host.window(), host.window()];
  const saves = ports.map((port, index) => add(port, `Number ${index}`));
  for (const index of [0, 1, 2]) {
    await expect.poll(() => shown.length).toBe(index + 1);
    // After a later call returned: nothing else was shown meanwhile.
    await Promise.all(ports.map((port) => count(port)));
    expect(shown).toHaveLength(index + 1);
    shown[index]?.(true);
  }
  await Promise.all(saves);
});

it('asks nothing with --trust-page', async () => {
  const host = await startHost(await temporaryFolder(), { confirmation: { method: 'off' } });
  const { port } = windowOf(host.window());
  await add(port, 'Live');
  expect(await count(port)).toBe(2);
  expect((await port.call('app.info', {})).confirmations).toBe('off');
});
