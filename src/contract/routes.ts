import './no-eval.ts';
import { z } from 'zod';

/** Printable ASCII without spaces: names of hosts and users, which are also arguments of a program. */
const word = z.string().regex(/^[\w.][\w.@+-]*$/, 'expected a name without spaces');
const hostName = z.string().regex(/^(?:[\w.][\w.-]*|[\da-f:.]+)$/i, 'expected a host name or an address');

/** The fingerprint of an SSH host key, as `ssh-keygen -l` shows it. */
export const hostKeyFingerprint = z
  .string()
  .regex(/^SHA256:[\w+/]{43}$/, 'expected SHA256: and 43 characters');

/** `http://host:port`: user and password are entered on their own. */
export const proxyAddress = z.string().max(300).refine(isProxyAddress, 'expected http://host:port');

function isProxyAddress(text: string): boolean {
  try {
    const { protocol, username, password, pathname, search, hash } = new URL(text);
    const isBare = pathname === '/' && search === '' && hash === '';
    return protocol === 'http:' && username === '' && password === '' && isBare;
  } catch {
    return false;
  }
}

/**
 * How the host reaches the server of a connection; absent: directly. A password is no part of it: the one of the proxy
 * or of the key file is entered, kept in memory and, if the user chooses so, saved encrypted.
 */
export const connectionRoute = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('proxy'),
    url: proxyAddress,
    /** Without a colon, which separates it from the password. */
    user: z
      .string()
      .regex(/^[^:\p{C}\p{Zl}\p{Zp}]+$/u, 'expected a user without a colon')
      .max(120)
      .optional(),
  }),
  /** The proxy that HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY of the host name. */
  z.object({ kind: z.literal('environment') }),
  /** The system's `ssh` forwards to the server. */
  z.object({
    kind: z.literal('ssh'),
    host: hostName.max(255),
    port: z.number().int().min(1).max(65_535),
    user: word.max(120),
    /** Absent: the keys of the SSH agent. */
    keyPath: z.string().min(1).max(1000).optional(),
    /** The only host key that is accepted. Absent: none yet, so nothing is sent. */
    hostKey: hostKeyFingerprint.optional(),
  }),
]);
export type ConnectionRoute = z.infer<typeof connectionRoute>;
export type ProxyRoute = Extract<ConnectionRoute, { kind: 'proxy' }>;
export type SshRoute = Extract<ConnectionRoute, { kind: 'ssh' }>;

/**
 * Whose password it is: of a proxy and its user, or of a key file, wherever the key is used. Empty for a route without
 * one.
 */
export function routePasswordKey(route: ConnectionRoute | undefined): string {
  if (route?.kind === 'proxy') return route.user === undefined ? '' : routeKey(route);
  return route?.kind === 'ssh' && route.keyPath !== undefined
    ? JSON.stringify(['ssh-key', route.keyPath])
    : '';
}

/** Two routes are the same when every part is. Empty: direct. */
export function routeKey(route: ConnectionRoute | undefined): string {
  if (route === undefined) return '';
  switch (route.kind) {
    case 'proxy':
      return JSON.stringify(['proxy', new URL(route.url).origin, route.user ?? '']);
    case 'environment':
      return JSON.stringify(['environment']);
    case 'ssh': {
      const { host, port, user, keyPath = '', hostKey = '' } = route;
      return JSON.stringify(['ssh', host, port, user, keyPath, hostKey]);
    }
  }
}
