import { expect, it } from 'vitest';
import { proxyFromEnvironment, type Environment } from './environment-proxy.ts';

const resolve = (url: string, environment: Environment) => proxyFromEnvironment(new URL(url), environment);

it('reads the variable of the protocol, then ALL_PROXY, in both spellings', () => {
  expect(resolve('https://db.example', { HTTPS_PROXY: 'http://a:3128' })).toEqual({
    proxy: { host: 'a', port: 3128, variable: 'HTTPS_PROXY' },
    message: 'HTTPS_PROXY names the proxy http://a:3128.',
  });
  expect(resolve('https://db.example', { https_proxy: 'b:1', HTTPS_PROXY: 'a:2' }).proxy?.host).toBe('b');
  expect(resolve('http://db.example', { HTTPS_PROXY: 'a:1', ALL_PROXY: 'c' }).proxy).toEqual({
    host: 'c',
    port: 80,
    variable: 'ALL_PROXY',
  });
  expect(resolve('http://db.example', { HTTPS_PROXY: 'a:1' })).toEqual({
    proxy: undefined,
    message: 'HTTP_PROXY and ALL_PROXY are not set, so no proxy is used.',
  });
});

it('uses user and password, and shows neither', () => {
  const { proxy, message } = resolve('https://db', { HTTPS_PROXY: 'http://ada:s%3Acret@a:3128' });
  expect(proxy).toEqual({
    ...{ host: 'a', port: 3128, variable: 'HTTPS_PROXY' },
    ...{ user: 'ada', password: 's:cret' },
  });
  expect(message).not.toMatch(/ada|cret/);
});

it.each([
  ['*', true],
  ['db.example', true],
  ['DB.example', true],
  ['example', true],
  ['.example', true],
  ['*.example', true],
  ['b.example', false],
  ['other, db.example', true],
  ['db.example:443', true],
  ['db.example:8080', false],
  ['', false],
])('NO_PROXY=%s excludes https://db.example: %s', (excluded, isDirect) => {
  const { proxy, message } = resolve('https://db.example', { HTTPS_PROXY: 'a:1', NO_PROXY: excluded });
  expect(proxy === undefined).toBe(isDirect);
  if (isDirect) expect(message).toBe('NO_PROXY excludes db.example, so no proxy is used.');
});

it.each(['::1', '[::1]', '[::1]:8080'])('NO_PROXY=%s excludes an IPv6 address', (excluded) => {
  expect(resolve('http://[::1]:8080', { HTTP_PROXY: 'a:1', NO_PROXY: excluded }).proxy).toBeUndefined();
});

it.each(['https://a:1', 'socks5://secret:word@a:1', 'http://', 'http://%zz@a'])(
  'refuses %s without repeating it',
  (value) => {
    expect(() => resolve('https://db', { HTTPS_PROXY: value })).toThrow(
      'The variable HTTPS_PROXY names no HTTP proxy. It should look like http://proxy:3128.',
    );
  },
);
