/**
 * One running `ssh` that forwards a socket of the file system to a server. The socket is in a folder that only this user
 * can open, so that no other user of the computer can use the tunnel, as they could with a loopback port.
 */
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortError, type SshRoute } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { authorityOf, withErrorListener, type Target } from './route.ts';
import { HOST_ALIAS, tunnelArguments } from './ssh-arguments.ts';
import { explainSsh, forwardRefusal } from './ssh-errors.ts';
import { checkHostKey, readHostKey, type HostKey } from './ssh-host-key.ts';
import { checkKeyFile } from './ssh-key-file.ts';
import { SshProcess } from './ssh-process.ts';

/** Between two looks whether ssh listens. */
const LOOK_MS = 40;
const START_MS = 30_000;

export interface TunnelRequest {
  readonly route: SshRoute;
  readonly target: Target;
  readonly passphrase: string | undefined;
  /** From an earlier tunnel of the same route. */
  readonly hostKey: HostKey | undefined;
  /** The server presented the accepted host key. Also called when the start fails later. */
  readonly onHostKey: (hostKey: HostKey) => void;
  readonly signal: AbortSignal;
}

export class SshTunnel {
  /** Resolves when ssh ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  private readonly ssh: SshProcess;
  private readonly socketPath: string;
  private readonly request: TunnelRequest;
  /** What ssh had printed before each connection. */
  private readonly before = new WeakMap<object, number>();

  private constructor(request: TunnelRequest, ssh: SshProcess, socketPath: string) {
    this.request = request;
    this.ssh = ssh;
    this.socketPath = socketPath;
    this.ended = ssh.ended;
  }

  /** Resolves when ssh listens. Throws a PortError that names the SSH server. */
  static async start(request: TunnelRequest): Promise<SshTunnel> {
    const { route, passphrase, signal } = request;
    if (process.platform === 'win32')
      throw new PortError({
        code: 'unsupported',
        message: 'SSH routes are not available on Windows. Run ssh -L yourself, and use its local address.',
      });
    const folder = await mkdtemp(join(tmpdir(), 'rookery-ssh-'));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const hostKey = request.hostKey ?? (await readHostKey(route, folder, signal));
      checkHostKey(route, hostKey);
      request.onHostKey(hostKey);
      const isAsked = route.keyPath !== undefined && (await checkKeyFile(route.keyPath, passphrase));
      const files = { knownHosts: join(folder, 'known_hosts'), socket: join(folder, 'server') };
      await writeFile(files.knownHosts, `${hostKey.line.replace(/^\S+/, HOST_ALIAS)}\n`, { mode: 0o600 });
      const variables = isAsked ? await passphraseVariables(folder, passphrase ?? '') : agentVariables(route);
      const ssh = new SshProcess(
        tunnelArguments(route, request.target, files, hostKey.type, isAsked),
        variables,
      );
      // The folder stays as long as ssh listens in it.
      void ssh.ended.then(remove, remove);
      await listening(ssh, files.socket, request);
      return new SshTunnel(request, ssh, files.socket);
    } catch (thrown) {
      await remove();
      throw thrown;
    }
  }

  async connect(): Promise<net.Socket> {
    const before = this.ssh.length;
    const socket = await connectTo(this.socketPath).catch((thrown: unknown) => {
      const { host, port } = this.request.route;
      throw new PortError({
        code: 'route',
        message: `The SSH tunnel through ${host}:${port} ended. Try again: it is opened again.`,
        detail: String(thrown),
        retryable: true,
      });
    });
    this.before.set(socket, before);
    return socket;
  }

  /** What ssh printed about a refusal since this connection was begun. Undefined: nothing, or it is of another run. */
  refusal(socket: object): PortError | undefined {
    const { route, target } = this.request;
    const before = this.before.get(socket);
    return before === undefined
      ? undefined
      : forwardRefusal(this.ssh.textSince(before), route, authorityOf(target));
  }

  async close(): Promise<void> {
    this.ssh.kill();
    await this.ssh.ended;
  }
}

async function listening(ssh: SshProcess, path: string, request: TunnelRequest): Promise<void> {
  const { route, passphrase, signal } = request;
  const state: { over: boolean } = { over: false };
  const ended = ssh.ended.then((end) => {
    state.over = true;
    throw signal.aborted
      ? new PortError({ code: 'cancelled', message: 'The SSH tunnel was no longer needed.' })
      : explainSsh(end, route, { hasPassphrase: passphrase !== undefined });
  });
  const stop = (): void => ssh.kill();
  const timer = setTimeout(stop, START_MS);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    await Promise.race([ended, untilListening(path, state)]);
  } catch (thrown) {
    // Also when the socket could not be looked at.
    ssh.kill();
    throw thrown;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // The end of a running tunnel is no failure of its start.
    ended.catch(() => undefined);
  }
}

/** ssh creates the socket after it signed in. */
async function untilListening(path: string, state: { readonly over: boolean }): Promise<void> {
  for (let isThere = false; !state.over && !isThere;) {
    isThere = await stat(path).then(
      (found) => found.isSocket(),
      (thrown: unknown) => {
        if (isErrno(thrown) && thrown.code === 'ENOENT') return false;
        throw thrown;
      },
    );
    // Also once after it is there: ssh listens right after it created the file.
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function connectTo(path: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ path });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(withErrorListener(socket));
    });
  });
}

function agentVariables(route: SshRoute): Record<string, string> {
  if (route.keyPath !== undefined) return {};
  const { SSH_AUTH_SOCK } = process.env;
  if (SSH_AUTH_SOCK === undefined || SSH_AUTH_SOCK === '')
    throw new PortError({
      code: 'route',
      message:
        'No SSH agent runs for this program (SSH_AUTH_SOCK is not set). Start Rookery where one runs, or choose a key file.',
    });
  return { SSH_AUTH_SOCK };
}

/** ssh reads a passphrase only from a program; the variable is readable by this user alone. */
async function passphraseVariables(folder: string, passphrase: string): Promise<Record<string, string>> {
  const path = join(folder, 'askpass');
  await writeFile(path, '#!/bin/sh\nprintf "%s\\n" "$ROOKERY_SSH_PASSPHRASE"\n', { mode: 0o700 });
  await chmod(path, 0o700);
  return {
    SSH_ASKPASS: path,
    SSH_ASKPASS_REQUIRE: 'force',
    // OpenSSH before 8.4 uses SSH_ASKPASS only with a display.
    DISPLAY: 'none',
    ROOKERY_SSH_PASSPHRASE: passphrase,
  };
}
