/** The host key of an SSH server, read without presenting a key of the user. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError, type PresentedHostKey, type SshRoute } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { hostKeyArguments } from './ssh-arguments.ts';
import { explainSsh } from './ssh-errors.ts';
import { SshProcess, type SshEnd } from './ssh-process.ts';

const READ_MS = 20_000;
/** Between two looks whether the host key is written. */
const LOOK_MS = 40;
/** More wait: a page can start any number of tests without a confirmation. */
const MAX_READS = 4;
let reads = 0;
const waiting: (() => void)[] = [];

export interface HostKey extends PresentedHostKey {
  /** The line of a file of known hosts. */
  readonly line: string;
}

/** The server presented a host key that is not the accepted one, or none is accepted yet. */
export class RefusedHostKey extends PortError {
  readonly presented: PresentedHostKey;

  constructor(message: string, { type, fingerprint }: HostKey) {
    super({ code: 'route', message });
    this.presented = { type, fingerprint };
  }
}

export async function readHostKey(route: SshRoute, folder: string, signal: AbortSignal): Promise<HostKey> {
  // A place is passed on to the first that waits.
  if (reads < MAX_READS) reads++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await readNow(route, folder, signal);
  } finally {
    const next = waiting.shift();
    if (next === undefined) reads--;
    else next();
  }
}

async function readNow(route: SshRoute, folder: string, signal: AbortSignal): Promise<HostKey> {
  if (signal.aborted)
    throw new PortError({ code: 'cancelled', message: 'The SSH server was no longer needed.' });
  const path = join(folder, 'presented_host');
  const ssh = new SshProcess(hostKeyArguments(route, path), {});
  const stop = (): void => ssh.kill();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, READ_MS);
  const state: { end?: SshEnd } = {};
  void ssh.ended.then((end) => (state.end = end));
  try {
    for (;;) {
      // Before the file: what ssh wrote until its end is in it.
      const { end } = state;
      const found = parseHostKey(await readPresented(path));
      if (found !== undefined) return found;
      if (end !== undefined) throw explainSsh(end, route, { hasPassphrase: false });
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // A server that wants no key would keep the connection.
    ssh.kill();
    await ssh.ended;
  }
}

async function readPresented(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((thrown: unknown) => {
    if (isErrno(thrown) && thrown.code === 'ENOENT') return '';
    throw thrown;
  });
}

/** Throws `RefusedHostKey` unless it is the accepted one. */
export function checkHostKey(route: SshRoute, presented: HostKey): void {
  const where = `The SSH server ${route.host}:${route.port}`;
  if (route.hostKey === presented.fingerprint) return;
  throw new RefusedHostKey(
    route.hostKey === undefined
      ? `${where} has a host key that is not accepted yet: ${presented.fingerprint}. Compare it with the administrator, then accept it.`
      : `${where} presented another host key than the accepted one: ${presented.fingerprint}. No key was used and nothing was sent. Accepted is ${route.hostKey}. If its administrator did not replace the key, another computer may answer in its place: do not connect.`,
    presented,
  );
}

/** The first complete line of a file of known hosts. */
export function parseHostKey(text: string): HostKey | undefined {
  // ssh can still be writing it.
  if (!text.includes('\n')) return undefined;
  const [line = ''] = text.split('\n');
  const [, type, key] = /^\S+ ([\w@.-]+) ([\w+/]+=*)/.exec(line) ?? [];
  if (type === undefined || key === undefined) return undefined;
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '');
  return { type, fingerprint: `SHA256:${digest}`, line };
}
