/** What a program traced with strace connects to, sends to without a connection, and listens on. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export interface TracedAddress {
  readonly call: 'connect' | 'bind' | 'sendto' | 'sendmsg' | 'sendmmsg';
  /** `127.0.0.1:8080`, `[::1]:8080`, or the path of a Unix socket. */
  readonly address: string;
}

/** Empty: strace is not there, or may trace no process here. */
export function socketTracer(output: string): readonly string[] {
  const calls = 'trace=connect,bind,sendto,sendmsg,sendmmsg';
  const probe = spawnSync('strace', ['-e', calls, 'true']);
  if (probe.status !== 0) return [];
  // -D: the traced program is the child itself, so that signals reach it.
  return ['strace', '-D', '-f', '-qq', '-e', calls, '-o', output];
}

export async function tracedAddresses(output: string): Promise<TracedAddress[]> {
  const lines = (await readFile(output, 'utf8')).split('\n');
  return lines.flatMap((line) => {
    const call = /\b(connect|bind|sendto|sendmsg|sendmmsg)\(/.exec(line)?.[1] as
      TracedAddress['call'] | undefined;
    const address = addressIn(line);
    return call === undefined || address === undefined ? [] : [{ call, address }];
  });
}

function addressIn(line: string): string | undefined {
  const port = /sin6?_port=htons\((\d+)\)/.exec(line)?.[1];
  const four = /sin_addr=inet_addr\("([^"]+)"\)/.exec(line)?.[1];
  const six = /inet_pton\(AF_INET6, "([^"]+)"/.exec(line)?.[1];
  if (port !== undefined) return six === undefined ? `${four ?? '?'}:${port}` : `[${six}]:${port}`;
  return /sun_path=@?"([^"]+)"/.exec(line)?.[1];
}
