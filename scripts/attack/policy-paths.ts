/**
 * Bends the addresses of known routes at random and gives them to the host's policy. Whatever the policy would send is
 * read by independent readers (a decoding proxy, RavenDB's web server, …): another route than the judged one is a bypass.
 */
import type { ConnectionMode, HttpMethod } from '../../src/contract/index.ts';
import { databaseRoutes } from '../../electron/host/policy/database-routes.ts';
import { decide } from '../../electron/host/policy/decide.ts';
import { serverRoutes } from '../../electron/host/policy/server-routes.ts';
import {
  pathReaders,
  queryValues,
  type ReadRoute,
} from '../../electron/host/test-environment/path-readers.ts';

export interface Bypass {
  readonly mode: ConnectionMode;
  readonly method: HttpMethod;
  /** What the page would have sent. */
  readonly path: string;
  /** What the host would have sent. */
  readonly sent: string;
  readonly reader: string;
  readonly judged: ReadRoute;
  readonly read: ReadRoute;
}

export interface AttackReport {
  readonly tried: number;
  /** Would have reached a server. */
  readonly sent: number;
  /** Refused for what the route does. */
  readonly refused: number;
  /** Refused because the address has more than one reading. */
  readonly malformed: number;
  readonly firstBypass: Bypass | undefined;
}

const base = new URL('http://server:8080/behind/proxy');
const prefix = '/behind/proxy';
const methods: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'RESET'];
const modes: readonly ConnectionMode[] = ['read-only', 'guarded'];
const databases = ['shop', 'a.b', 'x-1_2', '%E5%90%8D', 'admin', 'databases', 's$1'];
const queries = ['', '?id=orders%2F1', '?disableAutoIndexCreation=false', '?a=b&&c', '?&id=1'];

const knownPaths = [
  ...Object.keys(serverRoutes).map((name) => `/${name}`),
  ...Object.keys(databaseRoutes).flatMap((name) =>
    databases.map((database) => `/databases/${database}/${name}`),
  ),
];

// prettier-ignore
const fragments = [
  '\t', '\r', '\n', '\r\n', '\0', ' ', '\u000b', '\u0085', '\u2028', '%09', '%0a', '%0d', '%00', '%20', '.', '..', '/./', '/../',
  '/', '//', '\\', '%2f', '%2F', '%5c', '%5C', '%252f', '%255c', '%2e', '%2E%2e', '.%2e', '%252e%252e', '/.\t./', '/.%09./',
  '/%2e%2e/', 'x%2F..%2F..%2F', '?', '#', '%3f', '%23', ';', ';x=1', '%3b', ':', '@', '&', '=', '+', '%', '%%', '%2', '%u002f',
  '%c0%af', '%c0%2e', '%e0%80%af', '%ef%bc%8f', '／', '．', 'ａ', 'ſ', '\u212a', 'İ', 'ı', 'é', 'e\u0301', '\ud800', '\u202e',
  '\ufeff', '"', "'", '<', '>', '`', '{', '}', '^', '|', '*', '$', '$1', '~', '!', 'disableAutoIndexCreation=false', 'admin', 'databases',
  '__proto__', 'constructor', 'multi_get', 'bulk_docs', 'queries', 'streams/queries',
] as const;

/** The same seed gives the same addresses. */
export function attackPolicyPaths(count: number, seed = 1): AttackReport {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T =>
    list[Math.floor(random() * list.length)] as T;
  let sent = 0;
  let refused = 0;
  let malformed = 0;
  let firstBypass: Bypass | undefined;
  for (let tried = 0; tried < count; tried++) {
    let path = pick(knownPaths) + pick(queries);
    for (let bends = Math.floor(random() * 4); bends > 0; bends--) path = bent(path, random, pick);
    const mode = pick(modes);
    const method = pick(methods);
    const decision = decide(mode, base, { method, path, body: '{"Requests":[]}' });
    if (!decision.allowed) {
      if (decision.code === 'bad-request') malformed++;
      else refused++;
      continue;
    }
    sent++;
    const { url, route } = decision.request;
    firstBypass ??= bypassOf(mode, method, path, url.pathname + url.search, {
      database: route.of === 'database' ? route.database : undefined,
      name: route.name,
    });
  }
  return { tried: count, sent, refused, malformed, firstBypass };
}

function bypassOf(
  mode: ConnectionMode,
  method: HttpMethod,
  path: string,
  sent: string,
  judged: ReadRoute,
): Bypass | undefined {
  const target = sent.slice(prefix.length);
  const found = (reader: string, read: ReadRoute): Bypass => ({
    mode,
    method,
    path,
    sent,
    reader,
    judged,
    read,
  });
  if (!sent.startsWith(prefix) || /[^!-~]/.test(sent)) return found('request line', judged);
  for (const [reader, readPath] of Object.entries(pathReaders)) {
    const read = readPath(target);
    // Without decoding, a database name keeps its escapes, also where it ends the path.
    const undecoded = reader === 'no decoding';
    if (undecoded && judged.database === undefined && judged.name.startsWith('databases/')) continue;
    const sameDatabase = undecoded || read.database === judged.database;
    if (read.name !== judged.name || !sameDatabase) return found(reader, read);
  }
  if (mode === 'read-only' && judged.database !== undefined && judged.name === 'queries') {
    const values = queryValues(target, 'disableAutoIndexCreation');
    if (values.length === 0 || values.some((value) => value !== 'true'))
      return found('query parameter', judged);
  }
  if (mode === 'read-only' && judged.name === 'streams/queries') return found('streamed query', judged);
  return undefined;
}

function bent(path: string, random: () => number, pick: <T>(list: readonly T[]) => T): string {
  const at = Math.floor(random() * (path.length + 1));
  const [before, after] = [path.slice(0, at), path.slice(at)];
  switch (Math.floor(random() * 7)) {
    case 0:
      return before + after.slice(1);
    case 1:
      return before + escaped(after.slice(0, 1)) + after.slice(1);
    case 2:
      return before + escaped(escaped(after.slice(0, 1))) + after.slice(1);
    case 3:
      return before + after.slice(0, 1).toUpperCase() + after.slice(1);
    case 4:
      return path + pick(fragments) + path;
    default:
      return before + pick(fragments) + after;
  }
}

const escaped = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Numbers in [0, 1) by mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
