/** The part of the connection form that says how the server is reached. Pure. */
import {
  connectionRoute,
  proxyAddress,
  routePasswordKey,
  type ConnectionRoute,
  type ConnectionView,
} from '../../contract/index.ts';

export type RouteKind = 'direct' | ConnectionRoute['kind'];

export type SshKeySource = 'agent' | 'file';

export interface RouteForm {
  readonly route: RouteKind;
  readonly proxyUrl: string;
  /** Empty: the proxy needs none. */
  readonly proxyUser: string;
  readonly sshHost: string;
  readonly sshPort: string;
  readonly sshUser: string;
  readonly sshKeyFrom: SshKeySource;
  readonly sshKeyPath: string;
  /** The fingerprint of the only accepted host key; empty: none accepted yet. */
  readonly sshHostKey: string;
  /** Of the proxy or of the key file; sent with a test, and to the host's memory after saving. */
  readonly routePassword: string;
  readonly saveRoutePassword: boolean;
}

export const directRoute: RouteForm = {
  route: 'direct',
  proxyUrl: '',
  proxyUser: '',
  sshHost: '',
  sshPort: '22',
  sshUser: '',
  sshKeyFrom: 'agent',
  sshKeyPath: '',
  sshHostKey: '',
  routePassword: '',
  saveRoutePassword: false,
};

export type RouteProblems = Partial<Record<keyof RouteForm, string>>;

export function routeFormOf(route: ConnectionRoute | undefined): RouteForm {
  switch (route?.kind) {
    case undefined:
      return directRoute;
    case 'proxy':
      return { ...directRoute, route: 'proxy', proxyUrl: route.url, proxyUser: route.user ?? '' };
    case 'environment':
      return { ...directRoute, route: 'environment' };
    case 'ssh':
      return {
        ...directRoute,
        route: 'ssh',
        sshHost: route.host,
        sshPort: String(route.port),
        sshUser: route.user,
        sshKeyFrom: route.keyPath === undefined ? 'agent' : 'file',
        sshKeyPath: route.keyPath ?? '',
        sshHostKey: route.hostKey ?? '',
      };
  }
}

export function routeProblemsOf(form: RouteForm): RouteProblems {
  const problems: RouteProblems = {};
  if (form.route === 'proxy') {
    if (proxyUrlOf(form.proxyUrl) === undefined)
      problems.proxyUrl = form.proxyUrl.includes('@')
        ? 'Enter user and password in their own fields.'
        : 'Enter the proxy as http://host:port, such as http://proxy:3128.';
    if (form.proxyUser.includes(':')) problems.proxyUser = 'A user cannot contain a colon.';
  }
  return form.route === 'ssh' ? sshProblemsOf(form) : problems;
}

function sshProblemsOf(form: RouteForm): RouteProblems {
  const problems: RouteProblems = {};
  if (form.sshHost.trim() === '') problems.sshHost = 'Enter the name or address of the SSH server.';
  if (form.sshUser.trim() === '') problems.sshUser = 'Enter the user of the SSH server.';
  if (!/^\d{1,5}$/.test(form.sshPort.trim())) problems.sshPort = 'Enter a port, such as 22.';
  if (form.sshKeyFrom === 'file' && form.sshKeyPath.trim() === '')
    problems.sshKeyPath = 'Enter or select the path of the private key.';
  if (Object.keys(problems).length > 0) return problems;
  const read = connectionRoute.safeParse(routeOf(form));
  for (const { path } of read.error?.issues ?? []) {
    if (path[0] === 'host') problems.sshHost = 'Enter only a host name or an IP address.';
    else if (path[0] === 'port') problems.sshPort = 'Enter a port from 1 to 65535.';
    else if (path[0] === 'user') problems.sshUser = 'Enter a user without spaces and special characters.';
    else problems.sshKeyPath = 'Enter the complete path of the private key.';
  }
  return problems;
}

/** Undefined: directly. Requires a form without problems. */
export function routeOf(form: RouteForm): ConnectionRoute | undefined {
  switch (form.route) {
    case 'direct':
      return undefined;
    case 'environment':
      return { kind: 'environment' };
    case 'proxy': {
      const user = form.proxyUser.trim();
      const url = proxyUrlOf(form.proxyUrl) ?? form.proxyUrl;
      return { kind: 'proxy', url, ...(user === '' ? {} : { user }) };
    }
    case 'ssh':
      return {
        kind: 'ssh',
        host: form.sshHost.trim(),
        port: Number(form.sshPort.trim()),
        user: form.sshUser.trim(),
        ...(form.sshKeyFrom === 'file' ? { keyPath: form.sshKeyPath.trim() } : {}),
        ...(form.sshHostKey === '' ? {} : { hostKey: form.sshHostKey }),
      };
  }
}

/** Whether the saved password of the stored connection belongs to the proxy or the key of the form. */
export function hasSavedRoutePassword(form: RouteForm, stored: ConnectionView | undefined): boolean {
  if (stored?.routePasswordSaved !== true || stored.connection.kind !== 'server') return false;
  if (Object.keys(routeProblemsOf(form)).length > 0) return false;
  return routePasswordKey(routeOf(form)) === routePasswordKey(stored.connection.route);
}

/** Empty when none is needed. */
export function enteredRoutePassword(form: RouteForm): string {
  const isUsed =
    (form.route === 'proxy' && form.proxyUser.trim() !== '') ||
    (form.route === 'ssh' && form.sshKeyFrom === 'file');
  return isUsed ? form.routePassword : '';
}

/** With the scheme, which can be left out. Undefined for no address of a proxy. */
function proxyUrlOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return proxyAddress.safeParse(url).success ? new URL(url).origin : undefined;
}
