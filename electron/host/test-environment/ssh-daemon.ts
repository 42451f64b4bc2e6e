/** OpenSSH's server on a loopback port, with keys and settings of its own. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isErrno } from '../errno.ts';

const run = promisify(execFile);
const PROGRAM = '/usr/sbin/sshd';

/** Why the tests with an SSH server are skipped; undefined where it is installed. */
export const noSshServer: string | undefined =
  existsSync(PROGRAM) && existsSync('/usr/bin/ssh') ? undefined : 'openssh-server is not installed';

export interface SshServer {
  readonly port: number;
  readonly user: string;
  /** The fingerprint of its host key. */
  readonly hostKey: string;
  /** Accepted private keys; the second has the passphrase `correct horse`. */
  readonly keyPath: string;
  readonly encryptedKeyPath: string;
  /** Not accepted. */
  readonly strangerKeyPath: string;
  /** Ends the server and its connections. */
  stop(): Promise<void>;
  /** Starts it again on the same port, with another host key when asked to. */
  start(renewKey?: boolean): Promise<void>;
}

/** Its keys are in `folder`, made when it has none. `settings` are added lines of its configuration. */
export async function runSshServer(folder: string, settings = ''): Promise<SshServer> {
  const at = (name: string): string => join(folder, name);
  if (!existsSync(at('accepted'))) await makeKeys(at);
  const { stdout } = await run('ssh-keygen', ['-l', '-f', at('host.pub')]);
  const port = await freePort();
  // Where the server of a root user confines its children.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true });

  let server: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    const { pid } = server ?? {};
    if (server === undefined || pid === undefined) return;
    const ended = once(server, 'exit');
    server = undefined;
    // Each connection is a process of its own, which would go on.
    const all = [pid, ...(await childrenOf(pid))];
    for (const each of all) killIfRunning(each);
    await ended;
  };
  const start = async (renewKey = false): Promise<void> => {
    const lines = [
      `ListenAddress 127.0.0.1:${port}`,
      `HostKey ${at(renewKey ? 'other-host' : 'host')}`,
      `AuthorizedKeysFile ${at('accepted')}`,
      'PidFile none',
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      settings,
    ];
    await writeFile(at('config'), lines.join('\n'));
    const started = spawn(PROGRAM, ['-D', '-e', '-f', at('config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    await new Promise<void>((resolve, reject) => {
      let printed = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('Server listening')) resolve();
      });
      started.once('close', () => reject(new Error(`The SSH server did not start: ${printed}`)));
    });
  };
  await start();
  return {
    port,
    user: userInfo().username,
    hostKey: /SHA256:\S+/.exec(stdout)?.[0] ?? '',
    keyPath: at('key'),
    encryptedKeyPath: at('encrypted'),
    strangerKeyPath: at('stranger'),
    stop,
    start,
  };
}

async function makeKeys(at: (name: string) => string): Promise<void> {
  const makeKey = (name: string, passphrase = '', type = 'ed25519') =>
    run('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-C', 'test', '-f', at(name)]);
  await Promise.all([
    makeKey('host'),
    makeKey('other-host'),
    makeKey('key'),
    makeKey('encrypted', 'correct horse'),
    makeKey('stranger'),
  ]);
  const accepted = await Promise.all(['key', 'encrypted'].map((name) => run('cat', [at(`${name}.pub`)])));
  await writeFile(at('accepted'), accepted.map(({ stdout }) => stdout).join(''), { mode: 0o600 });
}

/** A port without a listener: one that was just free. */
async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A connection can end between the list of processes and its signal. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (cause) {
    if (!isErrno(cause) || cause.code !== 'ESRCH') throw cause;
  }
}

/** All processes that it started, and those that they started. */
async function childrenOf(pid: number): Promise<number[]> {
  // Exit code 1: none.
  const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
  const own = stdout.split('\n').flatMap((line) => (line === '' ? [] : [Number(line)]));
  return [...own, ...(await Promise.all(own.map(childrenOf))).flat()];
}
