/**
 * The arguments of the system's `ssh`: a fixed list without a shell. The configuration files of the user are not read, so
 * the connection does what its form shows. Pure.
 */
import { devNull } from 'node:os';
import type { SshRoute } from '../../../src/contract/index.ts';
import { authorityOf, type Target } from './route.ts';

/** The name of the server in our own file of known hosts, which has one line. */
export const HOST_ALIAS = 'rookery';

const common = (route: SshRoute, knownHosts: string): string[] => [
  ...['-F', 'none', '-T', '-N', '-p', String(route.port), '-l', route.user],
  ...options({
    UserKnownHostsFile: JSON.stringify(knownHosts),
    GlobalKnownHostsFile: devNull,
    HostKeyAlias: HOST_ALIAS,
    UpdateHostKeys: 'no',
    CheckHostIP: 'no',
    ConnectTimeout: '10',
    ConnectionAttempts: '1',
    ControlPath: 'none',
    ForwardAgent: 'no',
    ForwardX11: 'no',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
    LogLevel: 'INFO',
  }),
];

/** Connects, writes the host key to `knownHosts`, and ends without presenting a key. */
export function hostKeyArguments(route: SshRoute, knownHosts: string): string[] {
  return [
    ...common(route, knownHosts),
    ...options({
      BatchMode: 'yes',
      StrictHostKeyChecking: 'accept-new',
      HashKnownHosts: 'no',
      PreferredAuthentications: 'none',
      PubkeyAuthentication: 'no',
    }),
    '--',
    route.host,
  ];
}

export interface TunnelFiles {
  /** With the one accepted host key. */
  readonly knownHosts: string;
  /** The socket on which ssh listens. */
  readonly socket: string;
}

/** Forwards a socket of the file system to the target. `asks`: a passphrase comes from SSH_ASKPASS. */
export function tunnelArguments(
  route: SshRoute,
  target: Target,
  files: TunnelFiles,
  hostKeyType: string,
  asks: boolean,
): string[] {
  const { keyPath } = route;
  return [
    ...common(route, files.knownHosts),
    ...options({
      BatchMode: asks ? 'no' : 'yes',
      NumberOfPasswordPrompts: '1',
      StrictHostKeyChecking: 'yes',
      HostKeyAlgorithms: hostKeyAlgorithms(hostKeyType),
      PreferredAuthentications: 'publickey',
      ExitOnForwardFailure: 'yes',
      StreamLocalBindMask: '0177',
      ServerAliveInterval: '15',
      ServerAliveCountMax: '3',
      IdentityFile: keyPath === undefined ? 'none' : JSON.stringify(keyPath.replaceAll('%', '%%')),
      ...(keyPath === undefined ? {} : { IdentitiesOnly: 'yes', IdentityAgent: 'none' }),
    }),
    ...['-L', `${files.socket}:${authorityOf(target)}`],
    '--',
    route.host,
  ];
}

/** A key of type `ssh-rsa` signs with SHA-2. */
function hostKeyAlgorithms(type: string): string {
  return type === 'ssh-rsa' ? 'rsa-sha2-512,rsa-sha2-256' : type;
}

function options(each: Readonly<Record<string, string>>): string[] {
  return Object.entries(each).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}
