/** Generated keys in the data folder, encrypted, each with its request beside it. */
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { PortError } from '../../../src/contract/index.ts';

const MAX_KEYS = 100;
const MAX_NAME = 40;

export class KeyFolder {
  private readonly path: string;

  constructor(dataFolder: string) {
    this.path = join(dataFolder, 'keys');
  }

  /** Returns the complete path of the key. An existing file is never replaced. */
  async save(name: string, key: KeyObject, password: string, request: string): Promise<string> {
    const pem = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: password });
    try {
      await mkdir(this.path, { recursive: true, mode: 0o700 });
      const existing = (await readdir(this.path)).filter((each) => each.endsWith('.key'));
      if (existing.length >= MAX_KEYS)
        throw new PortError({
          code: 'storage',
          message: `${this.path} has ${existing.length} keys. Delete those without a certificate, then try again.`,
        });
      const base = join(this.path, freeName(name, existing));
      await writeNew(`${base}.key`, pem);
      try {
        await writeNew(`${base}.csr`, request);
      } catch (cause) {
        await rm(`${base}.key`, { force: true });
        throw cause;
      }
      return `${base}.key`;
    } catch (cause) {
      if (cause instanceof PortError) throw cause;
      throw new PortError({
        code: 'storage',
        message: `The key was not saved in ${this.path}. Check its permissions and the free space.`,
        detail: String(cause),
      });
    }
  }
}

/** The name without signs that a file system reserves, with a number if it is taken. */
function freeName(name: string, existing: readonly string[]): string {
  const clean = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}-]+/gu, '_')
    .replace(/^[_-]+/, '')
    .slice(0, MAX_NAME);
  const base = `key-${clean === '' ? 'client' : clean}`;
  const taken = new Set(existing.map((each) => each.toLowerCase()));
  let number = 1;
  const numbered = (): string => (number === 1 ? base : `${base}-${number}`);
  while (taken.has(`${numbered()}.key`.toLowerCase())) number++;
  return numbered();
}

async function writeNew(path: string, text: string | Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  } finally {
    await handle.close();
  }
}
