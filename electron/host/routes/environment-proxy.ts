/** The proxy for an address by the environment variables that curl and other programs read. Pure. */
import { PortError } from '../../../src/contract/index.ts';
import type { Proxy } from './proxy-connect.ts';
import { proxyText } from './proxy-connect.ts';
import { targetOf, type Target } from './route.ts';

export interface EnvironmentProxy {
  /** Undefined: directly. */
  readonly proxy: Proxy | undefined;
  /** Which variable decided, without user and password. */
  readonly message: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws `route` for a variable that names no usable proxy. */
export function proxyFromEnvironment(url: URL, environment: Environment): EnvironmentProxy {
  const target = targetOf(url);
  const [excluded, exclusion] = find(environment, ['no_proxy', 'NO_PROXY']);
  const own = url.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const names = [...own, 'all_proxy', 'ALL_PROXY'];
  const [name, value] = find(environment, names);
  if (name === undefined) return direct(`${own[1]} and ALL_PROXY are not set, so no proxy is used.`);
  const entry = exclusion?.split(/[\s,]+/).find((each) => covers(each, target));
  if (excluded !== undefined && entry !== undefined)
    return direct(`${excluded} excludes ${target.host}, so no proxy is used.`);
  const proxy = readProxy(name, value);
  return { proxy, message: `${name} names the proxy ${proxyText(proxy)}.` };
}

const direct = (message: string): EnvironmentProxy => ({ proxy: undefined, message });

function find(environment: Environment, names: readonly string[]): [string, string] | [undefined, undefined] {
  for (const name of names) {
    const value = environment[name]?.trim() ?? '';
    if (value !== '') return [name, value];
  }
  return [undefined, undefined];
}

/** `*`, `example.com`, `.example.com`, `*.example.com`, each with an optional port, or an IP address. */
function covers(entry: string, { host, port }: Target): boolean {
  if (entry === '*') return true;
  // An IPv6 address without brackets has no port.
  const parts = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry);
  if (parts !== null && Number(parts[2]) !== port) return false;
  const name = (parts?.[1] ?? entry)
    .toLowerCase()
    .replace(/^\*?\./, '')
    .replace(/^\[|\]$/g, '');
  const wanted = host.toLowerCase();
  return name !== '' && (wanted === name || wanted.endsWith(`.${name}`));
}

/** The value can contain a password, so it is in no error. */
function readProxy(name: string, value: string): Proxy {
  const wrong = (): PortError =>
    new PortError({
      code: 'route',
      message: `The variable ${name} names no HTTP proxy. It should look like http://proxy:3128.`,
    });
  let url: URL;
  let user: string;
  let password: string;
  try {
    url = new URL(/^[a-z][\w+.-]*:\/\//i.test(value) ? value : `http://${value}`);
    user = decodeURIComponent(url.username);
    password = decodeURIComponent(url.password);
  } catch {
    throw wrong();
  }
  if (url.protocol !== 'http:' || url.hostname === '') throw wrong();
  return { ...targetOf(url), variable: name, ...(user === '' ? {} : { user, password }) };
}
