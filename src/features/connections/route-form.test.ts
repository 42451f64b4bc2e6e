import { describe, expect, it } from 'vitest';
import type { ConnectionRoute, ConnectionView } from '../../contract/index.ts';
import {
  directRoute,
  enteredRoutePassword,
  hasSavedRoutePassword,
  routeFormOf,
  routeOf,
  routeProblemsOf,
  type RouteForm,
} from './route-form.ts';

const hostKey = `SHA256:${'a'.repeat(43)}`;
const proxy: RouteForm = { ...directRoute, route: 'proxy', proxyUrl: 'proxy:3128' };
const ssh: RouteForm = { ...directRoute, route: 'ssh', sshHost: 'gate', sshUser: 'ada' };

it.each<ConnectionRoute | undefined>([
  undefined,
  { kind: 'proxy', url: 'http://proxy:3128' },
  { kind: 'proxy', url: 'http://[::1]:3128', user: 'ada' },
  { kind: 'environment' },
  { kind: 'ssh', host: 'gate', port: 22, user: 'ada' },
  { kind: 'ssh', host: '::1', port: 2222, user: 'ada', keyPath: '/home/ada/key', hostKey },
])('keeps a stored route: %j', (route) => {
  const form = routeFormOf(route);
  expect(routeProblemsOf(form)).toEqual({});
  expect(routeOf(form)).toEqual(route);
});

it('has the saved password only for the key file or the proxy it was saved for', () => {
  const stored = (route: ConnectionRoute): ConnectionView => ({
    connection: {
      ...{ id: 'a', kind: 'server', name: 'Live', colour: 'red', mode: 'read-only' },
      ...{ url: 'http://db', route },
    },
    needsPassword: false,
    routePasswordSaved: true,
  });
  const key: ConnectionRoute = { kind: 'ssh', host: 'gate', port: 22, user: 'ada', keyPath: '/key', hostKey };
  const form = routeFormOf(key);
  expect(hasSavedRoutePassword(form, stored(key))).toBe(true);
  expect(hasSavedRoutePassword({ ...form, sshHostKey: '' }, stored(key))).toBe(true);
  expect(hasSavedRoutePassword({ ...form, sshKeyPath: '/other' }, stored(key))).toBe(false);
  expect(hasSavedRoutePassword({ ...form, sshKeyFrom: 'agent' }, stored(key))).toBe(false);
  const signedIn: ConnectionRoute = { kind: 'proxy', url: 'http://proxy:3128', user: 'ada' };
  expect(hasSavedRoutePassword(routeFormOf(signedIn), stored(signedIn))).toBe(true);
  expect(hasSavedRoutePassword({ ...routeFormOf(signedIn), proxyUser: 'bob' }, stored(signedIn))).toBe(false);
  expect(hasSavedRoutePassword(routeFormOf(signedIn), undefined)).toBe(false);
});

describe('a proxy', () => {
  it('can be typed without a scheme', () => {
    expect(routeOf(proxy)).toEqual({ kind: 'proxy', url: 'http://proxy:3128' });
  });

  it.each(['', 'https://proxy:1', 'socks5://proxy:1', 'http://proxy/path', 'a b', 'http://ada:x@proxy'])(
    'is refused: %s',
    (proxyUrl) => expect(routeProblemsOf({ ...proxy, proxyUrl })).toHaveProperty('proxyUrl'),
  );

  it('has a password only with a user', () => {
    expect(enteredRoutePassword({ ...proxy, routePassword: 'x' })).toBe('');
    expect(enteredRoutePassword({ ...proxy, proxyUser: 'ada', routePassword: 'x' })).toBe('x');
    expect(routeProblemsOf({ ...proxy, proxyUser: 'a:b' })).toHaveProperty('proxyUser');
  });
});

describe('an SSH server', () => {
  it.each<[Partial<RouteForm>, keyof RouteForm]>([
    [{ sshHost: '' }, 'sshHost'],
    [{ sshHost: '-oProxyCommand=x' }, 'sshHost'],
    [{ sshHost: 'ada@gate' }, 'sshHost'],
    [{ sshUser: '' }, 'sshUser'],
    [{ sshUser: '-l' }, 'sshUser'],
    [{ sshUser: 'a b' }, 'sshUser'],
    [{ sshPort: '0' }, 'sshPort'],
    [{ sshPort: '70000' }, 'sshPort'],
    [{ sshPort: 'ssh' }, 'sshPort'],
    [{ sshKeyFrom: 'file' }, 'sshKeyPath'],
  ])('is refused with %j', (part, field) => {
    expect(Object.keys(routeProblemsOf({ ...ssh, ...part }))).toEqual([field]);
  });

  it('has a passphrase only with a key file', () => {
    expect(enteredRoutePassword({ ...ssh, routePassword: 'x' })).toBe('');
    expect(enteredRoutePassword({ ...ssh, sshKeyFrom: 'file', routePassword: 'x' })).toBe('x');
  });
});
