/** The host key of an SSH server, read without presenting a key of the user. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError, type PresentedHostKey, type SshRoute } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { hostKeyArguments } from './ssh-arguments.ts';
import { explainSsh } from './ssh-errors.ts';
import { SshProcess } from './ssh-process.ts';

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
  const path = join(folder, 'presented_host');
  const ssh = new SshProcess(hostKeyArguments(route, path), {});
  const stop = (): void => ssh.kill();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const end = await ssh.ended.finally(() => signal.removeEventListener('abort', stop));
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    if (isErrno(thrown) && thrown.code === 'ENOENT') return '';
    throw thrown;
  });
  const found = parseHostKey(text);
  if (found === undefined) throw explainSsh(end, route, { hasPassphrase: false });
  return found;
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

/** The first line of a file of known hosts. */
export function parseHostKey(text: string): HostKey | undefined {
  const [line = ''] = text.split('\n');
  const [, type, key] = /^\S+ ([\w@.-]+) ([\w+/]+=*)/.exec(line) ?? [];
  if (type === undefined || key === undefined) return undefined;
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '');
  return { type, fingerprint: `SHA256:${digest}`, line };
}
