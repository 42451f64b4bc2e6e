/** The passphrase that encrypts saved passwords: from a file, or typed in the terminal without an echo. */
import { open } from 'node:fs/promises';

const MAX_BYTES = 4096;
const MIN_CHARACTERS = 8;

/** A regular file that only this user can read, or a pipe: `--passphrase-file <(pass show rookery)`. */
export async function readPassphraseFile(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const found = await handle.stat();
    if (process.platform !== 'win32' && found.isFile() && (found.mode & 0o077) !== 0)
      throw new Error(`other users can read the passphrase in ${path}. Run: chmod 600 ${path}`);
    if (found.isFile() && found.size > MAX_BYTES)
      throw new Error(`${path} is longer than ${MAX_BYTES} bytes.`);
    return long((await handle.readFile('utf8')).replace(/\r?\n$/, ''), path);
  } finally {
    await handle.close();
  }
}

/** The used part of a terminal's input. */
export interface TerminalInput {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', listener: (text: string) => void): unknown;
  off(event: 'data', listener: (text: string) => void): unknown;
}

export async function askPassphrase(input: TerminalInput, print: (text: string) => void): Promise<string> {
  if (input.isTTY !== true || input.setRawMode === undefined)
    throw new Error('--ask-passphrase needs a terminal. Use --passphrase-file.');
  print('Passphrase for saved passwords (not shown): ');
  input.setRawMode(true);
  let listener: (text: string) => void = () => undefined;
  try {
    const typed = await new Promise<string>((resolve, reject) => {
      let text = '';
      listener = (part) => {
        for (const sign of part) {
          if (sign === '\r' || sign === '\n') resolve(text);
          else if (sign === '\u0003' || sign === '\u0004') reject(new Error('no passphrase was entered.'));
          else if (sign === '\u007f' || sign === '\b') text = Array.from(text).slice(0, -1).join('');
          else text += sign;
        }
      };
      input.on('data', listener);
    });
    return long(typed, 'the terminal');
  } finally {
    input.off('data', listener);
    input.setRawMode(false);
    print('\n');
  }
}

function long(passphrase: string, from: string): string {
  if (passphrase.length >= MIN_CHARACTERS) return passphrase;
  throw new Error(`the passphrase from ${from} has fewer than ${MIN_CHARACTERS} characters.`);
}
