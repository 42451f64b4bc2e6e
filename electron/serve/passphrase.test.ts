import { EventEmitter } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../host/test-environment/temporary-folder.ts';
import { askPassphrase, readPassphraseFile, type TerminalInput } from './passphrase.ts';

class Terminal extends EventEmitter implements TerminalInput {
  readonly isTTY: boolean = true;
  readonly modes: boolean[] = [];
  setRawMode(raw: boolean): void {
    this.modes.push(raw);
  }
}

it('reads a passphrase from the terminal without an echo, with corrections', async () => {
  const terminal = new Terminal();
  const printed: string[] = [];
  const typed = askPassphrase(terminal, (text) => printed.push(text));
  expect(terminal.modes).toEqual([true]);
  for (const key of ['correct', ' ', 'horses', '\u007f', ' 🔑', '\b', '!', '\r']) terminal.emit('data', key);
  expect(await typed).toBe('correct horse !');
  expect(terminal.modes).toEqual([true, false]);
  expect(terminal.listenerCount('data')).toBe(0);
  expect(printed.join('')).not.toContain('horse');
});

it('gives the terminal back when nothing is entered, and refuses short ones', async () => {
  const terminal = new Terminal();
  const given = askPassphrase(terminal, () => undefined);
  terminal.emit('data', 'half\u0003');
  await expect(given).rejects.toThrow('no passphrase was entered');
  expect(terminal.modes).toEqual([true, false]);
  const short = askPassphrase(terminal, () => undefined);
  terminal.emit('data', 'short\n');
  await expect(short).rejects.toThrow('fewer than 8 characters');
  const piped = Object.assign(new Terminal(), { isTTY: false });
  await expect(askPassphrase(piped, () => undefined)).rejects.toThrow('--passphrase-file');
});

it.skipIf(process.platform === 'win32')(
  'reads a private file, and no file that others can read',
  async () => {
    const path = join(await temporaryFolder(), 'passphrase');
    await writeFile(path, 'correct horse \n', { mode: 0o600 });
    expect(await readPassphraseFile(path)).toBe('correct horse ');
    await chmod(path, 0o640);
    await expect(readPassphraseFile(path)).rejects.toThrow(`chmod 600 ${path}`);
    await chmod(path, 0o600);
    await writeFile(path, 'x'.repeat(5000));
    await expect(readPassphraseFile(path)).rejects.toThrow('longer than 4096 bytes');
  },
);
